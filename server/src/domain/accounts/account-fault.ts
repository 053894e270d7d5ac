import { AppError } from '../../kernel/errors.ts';
import type { PlatformAdapter } from '../../platforms/adapter.ts';
import type { AccountHealth } from '../../schemas/account.ts';
import type { StoredAccount } from './account.ts';

/** Only the publishing scopes are required; without the others, an account lacks a function. */
export function missingScopes(
  { connect }: PlatformAdapter,
  granted: readonly string[],
  name: keyof AccountHealth['capabilities'] = 'publish',
): string[] {
  return connect.scopes[name].filter((scope) => !granted.includes(scope));
}

export function accountFault(account: StoredAccount, scopes: readonly string[]): AppError | undefined {
  const missing = scopes.filter((scope) => !account.grantedScopes.includes(scope));
  if (missing.length > 0) return scopesMissing(account, missing);
  return account.status === 'connected' ? undefined : notConnected(account);
}

export function notConnected({ platform, username }: Pick<StoredAccount, 'platform' | 'username'>): AppError {
  return new AppError('connectionDead', `Account ${username} is not connected: ${connectHint(platform)}`, { platform });
}

export function scopesMissing({ platform, username }: StoredAccount, missing: readonly string[]): AppError {
  const message = `Account ${username} was not granted ${missing.join(', ')}: ${connectHint(platform)}`;
  return new AppError('platformCapabilityMissing', message, { platform, missingScopes: missing });
}

function connectHint(platform: string): string {
  return `open GET /v1/connect/${platform} to connect it again`;
}
