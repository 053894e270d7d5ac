import type { PlatformAdapter } from '../../platforms/adapter.ts';

/** Of what publishing needs: without it an account is of no use. */
export function missingScopes({ connect }: PlatformAdapter, granted: readonly string[]): string[] {
  return connect.scopes.publish.filter((scope) => !granted.includes(scope));
}
