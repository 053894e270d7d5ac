import type { Scope } from './context.ts';

/** For operator commands and workers: the only scope without an API key. */
export function systemScope(ownerId: string): Scope {
  return { ownerId, profiles: 'all', keyId: null };
}
