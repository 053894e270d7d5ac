import type { Refreshed } from '../adapter.ts';

export type TokenError = { error: string; reason: string; retryAfterMs?: number | undefined };

export type RefreshRow = {
  error: string;
  reason?: RegExp;
  meaning: 'tokenDead' | 'authorizationRemoved' | 'appProblem';
  source: string;
};

const standard = 'RFC 6749, section 5.2';

const commonRows: readonly RefreshRow[] = [
  { error: 'invalid_client', meaning: 'appProblem', source: standard },
  { error: 'unauthorized_client', meaning: 'appProblem', source: standard },
  { error: 'invalid_grant', meaning: 'tokenDead', source: standard },
];

/** Unlisted errors are retried later. */
export function refreshFailure(
  { error, reason, retryAfterMs }: TokenError,
  own: readonly RefreshRow[] = [],
): Refreshed {
  const row = [...own, ...commonRows].find((row) => row.error === error && (row.reason?.test(reason) ?? true));
  if (row?.meaning === 'appProblem') return { kind: 'appProblem', reason };
  if (row !== undefined) return { kind: 'refused', cause: row.meaning, reason };
  return { kind: 'later', reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
