import type { Refreshed } from '../adapter.ts';

type TokenError = { error: string; reason: string; retryAfterMs?: number | undefined };

type RefreshRow = {
  error: string;
  /** Where one error name has several causes. */
  reason?: RegExp;
  meaning: 'tokenDead' | 'appProblem';
  /** Where the meaning is documented. */
  source: string;
};

const standard = 'RFC 6749, section 5.2';

const commonRows: readonly RefreshRow[] = [
  { error: 'invalid_client', meaning: 'appProblem', source: standard },
  { error: 'unauthorized_client', meaning: 'appProblem', source: standard },
  { error: 'invalid_grant', meaning: 'tokenDead', source: standard },
];

/** Turns an OAuth error at refresh into its meaning. An error that no row knows is retried later: it ends no connection. */
export function refreshFailure(
  { error, reason, retryAfterMs }: TokenError,
  own: readonly RefreshRow[] = [],
): Refreshed {
  const row = [...own, ...commonRows].find((row) => row.error === error && (row.reason?.test(reason) ?? true));
  if (row?.meaning === 'appProblem') return { kind: 'appProblem', reason };
  if (row?.meaning === 'tokenDead') return { kind: 'refused', cause: 'tokenDead', reason };
  return { kind: 'later', reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
