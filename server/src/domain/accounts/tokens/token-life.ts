import type { AccountRow } from '../../../db/rows.ts';
import type { Tokens } from '../../../platforms/adapter.ts';

type TokenColumns = Pick<
  AccountRow,
  'tokenIssuedAt' | 'tokenExpiresAt' | 'isTokenRefreshable' | 'refreshAt' | 'refreshFailures'
>;

/** Refreshes in the last fifth of a token's life, because some platforms refuse to refresh expired ones. */
export function tokenColumns(tokens: Tokens | null, now: Date): TokenColumns {
  const expiresAt = tokens?.expiresAt ?? null;
  const isRefreshable = tokens?.isRefreshable ?? false;
  return {
    tokenIssuedAt: tokens === null ? null : now,
    tokenExpiresAt: expiresAt,
    isTokenRefreshable: isRefreshable,
    refreshAt: expiresAt === null || !isRefreshable ? null : lastFifth(now, expiresAt),
    refreshFailures: 0,
  };
}

function lastFifth(from: Date, to: Date): Date {
  const lifeMs = Math.max(0, to.getTime() - from.getTime());
  return new Date(from.getTime() + lifeMs * 0.8);
}

const backoffMs = { first: 60_000, max: 3_600_000 };

export function refreshBackoffMs(failures: number, retryAfterMs = 0): number {
  return Math.max(retryAfterMs, Math.min(backoffMs.max, backoffMs.first * 2 ** (failures - 1)));
}
