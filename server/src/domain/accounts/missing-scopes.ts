import type { PlatformAdapter } from '../../platforms/adapter.ts';
import type { AccountHealth } from '../../schemas/account.ts';

/** Only the scopes for publishing are required; without the others, an account lacks a function. */
export function missingScopes(
  { connect }: PlatformAdapter,
  granted: readonly string[],
  name: keyof AccountHealth['capabilities'] = 'publish',
): string[] {
  return connect.scopes[name].filter((scope) => !granted.includes(scope));
}
