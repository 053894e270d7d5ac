import { AppError } from '../../kernel/errors.ts';
import type { StoredAccount } from './account.ts';

/** Why the account cannot be used for something that needs the scopes, if so. */
export function accountFault(account: StoredAccount, scopes: readonly string[]): AppError | undefined {
  const missingScopes = scopes.filter((scope) => !account.grantedScopes.includes(scope));
  if (missingScopes.length > 0) return scopesMissing(account, missingScopes);
  return account.status === 'connected' ? undefined : notConnected(account);
}

export function notConnected({ platform, username }: Pick<StoredAccount, 'platform' | 'username'>): AppError {
  return new AppError('connectionDead', `Account ${username} is not connected: ${connectHint(platform)}`, { platform });
}

export function scopesMissing({ platform, username }: StoredAccount, missingScopes: readonly string[]): AppError {
  const message = `Account ${username} was not granted ${missingScopes.join(', ')}: ${connectHint(platform)}`;
  return new AppError('platformCapabilityMissing', message, { platform, missingScopes });
}

function connectHint(platform: string): string {
  return `open GET /v1/connect/${platform} to connect it again`;
}
