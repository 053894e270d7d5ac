import { AppError } from '../../kernel/errors.ts';
import type { StoredAccount } from './account.ts';

/** Why the account cannot be used for something that needs the scopes, if so. */
export function accountFault(account: StoredAccount, scopes: readonly string[]): AppError | undefined {
  if (account.status !== 'connected') return notConnected(account);
  const missingScopes = scopes.filter((scope) => !account.grantedScopes.includes(scope));
  return missingScopes.length === 0 ? undefined : scopesMissing(account, missingScopes);
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
