import type { AccountHealth } from '../../schemas/account.ts';
import type { Ctx } from '../context.ts';
import { findAtRisk } from '../posts/account-targets.ts';
import { accountHealth } from '../accounts/account-health.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { missingScopes } from '../accounts/account-fault.ts';
import { platformOf } from '../accounts/platform-named.ts';

export async function healthOf(ctx: Ctx, rows: readonly StoredAccount[]): Promise<AccountHealth[]> {
  const risks = rows.flatMap((row) => {
    const from = riskFrom(ctx, row);
    return from === undefined ? [] : [{ accountId: row.id, from }];
  });
  const atRisk = await findAtRisk(ctx, risks);
  return rows.map((row) => {
    const { count = 0, nextAt = null, postIds = [] } = atRisk.get(row.id) ?? {};
    const health = accountHealth(platformOf(ctx, row.platform).adapter, row);
    return { ...health, scheduledAtRisk: { count, nextAt: nextAt?.toISOString() ?? null, postIds } };
  });
}

/** Posts after this time are at risk. Null: all; undefined: none. */
function riskFrom(ctx: Pick<Ctx, 'platforms'>, row: StoredAccount): Date | null | undefined {
  const missing = missingScopes(platformOf(ctx, row.platform).adapter, row.grantedScopes);
  if (row.status !== 'connected' || missing.length > 0) return null;
  return row.isTokenRefreshable || row.tokenExpiresAt === null ? undefined : row.tokenExpiresAt;
}
