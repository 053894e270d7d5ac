import type { SandboxContext } from '../core/context.ts';
import { FactsError, type AccountTools, type Audience, type Platform } from '../core/platform.ts';
import { StoreFull } from '../core/state/store.ts';
import { ControlError } from './control-request.ts';

export function platformOf(context: SandboxContext, name: string): Platform {
  const platform = context.platforms.find((each) => each.name === name);
  if (platform === undefined) throw new ControlError(`The platform ${name} does not exist`);
  return platform;
}

export function audienceOf(context: SandboxContext, platform: string): Audience {
  const { audience } = platformOf(context, platform);
  if (audience === undefined) throw new ControlError(`${platform} has no comments or messages here`);
  return audience;
}

/** Turns facts that the platform refuses into `ControlError`. */
export function commit<T>({ state }: SandboxContext, work: (tools: AccountTools) => T): T {
  const { clock, random, store } = state;
  try {
    return store.commit((tx) => work({ tx, clock, random }));
  } catch (error) {
    if (error instanceof FactsError) throw new ControlError(error.message);
    if (error instanceof StoreFull)
      throw new ControlError('The sandbox is full: clear it with DELETE /sandbox/control/all');
    throw error;
  }
}
