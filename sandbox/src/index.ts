import { control } from './control/index.ts';
import { createSandboxOf, type Sandbox } from './core/sandbox.ts';
import type { SandboxOptions } from './core/context.ts';
import { platforms } from './registry.ts';

export { listenSandbox } from './core/wire/listen.ts';
export type { Sandbox, SandboxOptions };

export function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  return createSandboxOf(platforms, control, options);
}
