import type { AccountRow } from '../../../db/rows.ts';
import type { Tokens } from '../../../platforms/adapter.ts';

type TokenColumns = Pick<
  AccountRow,
  'token_issued_at' | 'token_expires_at' | 'is_token_refreshable' | 'refresh_at' | 'refresh_failures'
>;

/** Tokens are refreshed in the last fifth of their life: some networks refuse once they have expired. */
export function tokenColumns(tokens: Tokens | null, now: Date): TokenColumns {
  const expiresAt = tokens?.expiresAt ?? null;
  const isRefreshable = tokens?.isRefreshable ?? false;
  return {
    token_issued_at: tokens === null ? null : now,
    token_expires_at: expiresAt,
    is_token_refreshable: isRefreshable,
    refresh_at: expiresAt === null || !isRefreshable ? null : lastFifth(now, expiresAt),
    refresh_failures: 0,
  };
}

function lastFifth(from: Date, to: Date): Date {
  const lifeMs = Math.max(0, to.getTime() - from.getTime());
  return new Date(from.getTime() + lifeMs * 0.8);
}

const backoffMs = { first: 60_000, max: 3_600_000 };

/** After so many failures in a row. */
export function refreshBackoffMs(failures: number, retryAfterMs = 0): number {
  return Math.max(retryAfterMs, Math.min(backoffMs.max, backoffMs.first * 2 ** (failures - 1)));
}
