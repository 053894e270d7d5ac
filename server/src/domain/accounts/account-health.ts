import type { AccountHealth } from '../../schemas/account.ts';
import type { PlatformAdapter, Scopes } from '../../platforms/adapter.ts';
import type { StoredAccount } from './account.ts';
import { missingScopes } from './missing-scopes.ts';

type Issue = AccountHealth['issues'][number];

const expiringMs = 7 * 24 * 3_600_000;

/** From what is stored, without a call to the network. Pure. */
export function accountHealth(adapter: PlatformAdapter, row: StoredAccount): Omit<AccountHealth, 'scheduledAtRisk'> {
  const missing = missingScopes(adapter, row.granted_scopes);
  const issues = issuesOf(row, missing);
  return {
    accountId: row.id,
    platform: row.platform,
    username: row.username,
    profileId: row.profile_id,
    sandbox: row.is_sandbox,
    status: row.status,
    healthy: row.status === 'connected' && !issues.some(({ severity }) => severity === 'error'),
    tokenExpiresAt: row.token_expires_at?.toISOString() ?? null,
    tokenRefreshable: row.is_token_refreshable,
    lastRefreshedAt: row.last_refreshed_at?.toISOString() ?? null,
    lastCheckedAt: row.last_checked_at.toISOString(),
    grantedScopes: row.granted_scopes,
    missingScopes: missing,
    capabilities: capabilitiesOf(adapter.connect.scopes, row),
    issues,
  };
}

/** What Herald can do there today: publishing comes first, the others with their features. */
function capabilitiesOf(scopes: Scopes, row: StoredAccount): AccountHealth['capabilities'] {
  const hasAll = scopes.publish.every((scope) => row.granted_scopes.includes(scope));
  return { publish: row.status === 'connected' && hasAll, comments: false, messages: false, analytics: false };
}

function issuesOf(row: StoredAccount, missing: readonly string[]): Issue[] {
  const issues: Issue[] = [];
  const add = (code: Issue['code'], severity: Issue['severity'], message: string): void =>
    void issues.push({ code, severity, message });
  if (row.status === 'disabled') add('disabledByOperator', 'error', 'The operator has disabled this account');
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

function isExpiring({ token_expires_at: expiresAt, is_token_refreshable, now }: StoredAccount): boolean {
  if (expiresAt === null || is_token_refreshable) return false;
  return expiresAt.getTime() - now.getTime() < expiringMs;
}
