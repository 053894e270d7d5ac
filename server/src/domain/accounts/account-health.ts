import type { AccountHealth } from '../../schemas/account.ts';
import type { PlatformAdapter } from '../../platforms/adapter.ts';
import type { StoredAccount } from './account.ts';
import { accountFault, missingScopes } from './account-fault.ts';

type Issue = AccountHealth['issues'][number];

const expiringMs = 7 * 24 * 3_600_000;

export function accountHealth(adapter: PlatformAdapter, row: StoredAccount): Omit<AccountHealth, 'scheduledAtRisk'> {
  const missing = missingScopes(adapter, row.grantedScopes);
  const issues = issuesOf(row, missing);
  return {
    accountId: row.id,
    platform: row.platform,
    username: row.username,
    profileId: row.profileId,
    sandbox: row.isSandbox,
    status: row.status,
    healthy: row.status === 'connected' && !issues.some(({ severity }) => severity === 'error'),
    tokenExpiresAt: row.tokenExpiresAt?.toISOString() ?? null,
    tokenRefreshable: row.isTokenRefreshable,
    lastRefreshedAt: row.lastRefreshedAt?.toISOString() ?? null,
    lastCheckedAt: row.lastCheckedAt.toISOString(),
    grantedScopes: row.grantedScopes,
    missingScopes: missing,
    capabilities: capabilitiesOf(adapter, row),
    issues,
  };
}

export function capabilitiesOf(adapter: PlatformAdapter, account: StoredAccount): AccountHealth['capabilities'] {
  const { comments, inbox, metrics, connect } = adapter;
  const isUsable = (scopes: readonly string[]): boolean => accountFault(account, scopes) === undefined;
  return {
    publish: isUsable(connect.scopes.publish),
    comments: comments !== undefined && isUsable(connect.scopes.comments),
    messages: inbox !== undefined && isUsable(connect.scopes.messages),
    analytics: metrics !== undefined && isUsable(connect.scopes.analytics),
  };
}

function issuesOf(row: StoredAccount, missing: readonly string[]): Issue[] {
  const issues: Issue[] = [];
  const add = (code: Issue['code'], severity: Issue['severity'], message: string): void =>
    void issues.push({ code, severity, message });
  if (row.status === 'disabled')
    add('disabledByOperator', 'error', 'The operator has disabled this account: ask the operator to enable it');
  if (row.fault === 'tokenDead') {
    add('tokenDead', 'error', 'The platform no longer accepts the token: connect the account again');
  }
  if (row.fault === 'authorizationRemoved') {
    add('authorizationRemoved', 'error', 'Access was removed on the platform: connect the account again');
  }
  if (row.fault === 'scopeMissing' || missing.length > 0) {
    const names = missing.length === 0 ? 'A permission' : missing.join(', ');
    add('scopeMissing', 'error', `${names} is missing: connect the account again and grant every permission`);
  }
  if (row.fault === null && isExpiring(row)) {
    add(
      'tokenExpiring',
      'warning',
      'The token expires within 7 days and cannot be refreshed: connect the account again',
    );
  }
  return issues;
}

function isExpiring({ tokenExpiresAt: expiresAt, isTokenRefreshable, now }: StoredAccount): boolean {
  if (expiresAt === null || isTokenRefreshable) return false;
  return expiresAt.getTime() - now.getTime() < expiringMs;
}
