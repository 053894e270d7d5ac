import type { Scope } from './context.ts';

/** The only scope without an API key: for operator commands and workers. */
export function systemScope(ownerId: string): Scope {
  return { ownerId, profiles: 'all', keyId: null };
}
