import { control } from './control/index.ts';
import { createSandboxOf, type Sandbox } from './core/sandbox.ts';
import type { SandboxOptions } from './core/context.ts';
import { networks } from './registry.ts';

export { listenSandbox } from './core/listen.ts';
export type { Sandbox, SandboxOptions };

/** Emulates the platforms below `/sandbox`; an HTTP server passes requests to it. */
export function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  return createSandboxOf(networks, control, options);
}
