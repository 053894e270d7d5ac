import { control } from './control/index.ts';
import { createSandboxOf, type Sandbox } from './core/sandbox.ts';
import type { SandboxOptions } from './core/context.ts';
import { platforms } from './registry.ts';

export { listenSandbox } from './core/wire/listen.ts';
export type { Sandbox, SandboxOptions };

/** Emulates the platforms below `/sandbox`; an HTTP server passes requests to it. */
export function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  return createSandboxOf(platforms, control, options);
}
