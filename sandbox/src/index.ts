import { control } from './control/index.ts';
import { createSandboxOf, type Sandbox } from './core/sandbox.ts';
import type { SandboxOptions } from './core/world.ts';
import { networks } from './registry.ts';

export { listenSandbox } from './core/listen.ts';
export type { Sandbox, SandboxOptions };

/** A stand-in for the networks that answers below `/sandbox`; whoever has an HTTP server hands requests to it. */
export function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  return createSandboxOf(networks, control, options);
}
