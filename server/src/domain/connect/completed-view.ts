import type { PlatformAdapter } from '../../platforms/adapter.ts';
import type { ConnectCompleted } from '../../schemas/connect.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { accountView } from '../accounts/account-view.ts';
import { missingScopes } from '../accounts/account-fault.ts';

export function completedView(
  adapter: PlatformAdapter,
  profileId: string,
  rows: readonly StoredAccount[],
): ConnectCompleted {
  const missing = [...new Set(rows.flatMap((row) => missingScopes(adapter, row.grantedScopes)))];
  const isWhole = missing.length === 0;
  const names = rows.map((row) => row.username).join(', ');
  return {
    message: isWhole
      ? `Connected ${names}`
      : `Connected ${names}, but the permission to publish was not granted: connect again`,
    platform: adapter.name,
    profileId,
    status: isWhole ? 'connected' : 'needsReauth',
    ...(isWhole ? {} : { missingScopes: missing }),
    connectedAccountCount: rows.length,
    accounts: rows.map(accountView),
  };
}
