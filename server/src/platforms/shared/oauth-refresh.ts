import type { Refreshed } from '../adapter.ts';

export type TokenError = { error: string; reason: string; retryAfterMs?: number | undefined };

export type RefreshRow = {
  error: string;
  /** Distinguishes errors that share a name. */
  reason?: RegExp;
  meaning: 'tokenDead' | 'authorizationRemoved' | 'appProblem';
  /** Where the meaning is documented. */
  source: string;
};

const standard = 'RFC 6749, section 5.2';

const commonRows: readonly RefreshRow[] = [
  { error: 'invalid_client', meaning: 'appProblem', source: standard },
  { error: 'unauthorized_client', meaning: 'appProblem', source: standard },
  { error: 'invalid_grant', meaning: 'tokenDead', source: standard },
];

/** Returns what an OAuth error means for a refresh. An error that no row knows is retried later. */
export function refreshFailure(
  { error, reason, retryAfterMs }: TokenError,
  own: readonly RefreshRow[] = [],
): Refreshed {
  const row = [...own, ...commonRows].find((row) => row.error === error && (row.reason?.test(reason) ?? true));
  if (row?.meaning === 'appProblem') return { kind: 'appProblem', reason };
  if (row !== undefined) return { kind: 'refused', cause: row.meaning, reason };
  return { kind: 'later', reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
