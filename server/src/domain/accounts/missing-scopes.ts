import type { PlatformAdapter } from '../../platforms/adapter.ts';

/** Only the scopes for publishing are required. */
export function missingScopes({ connect }: PlatformAdapter, granted: readonly string[]): string[] {
  return connect.scopes.publish.filter((scope) => !granted.includes(scope));
}
