import type { Scope } from './context.ts';

/** The one place that makes a scope without a key: for operator commands and workers. */
export function systemScope(ownerId: string): Scope {
  return { ownerId, profiles: 'all', keyId: null };
}
