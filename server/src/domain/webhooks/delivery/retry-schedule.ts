import type { AttemptResult } from './attempt-result.ts';

/** Counts from when the result is stored. */
type NextStep = { status: 'delivered' | 'failed' } | { status: 'retrying'; waitMs: number };

type Attempt = {
  /** In this run, including this one. */
  runAttemptCount: number;
  result: AttemptResult;
  waitsMs: readonly number[];
  chance: number;
};

const jitterShare = 0.1;
const retryAfterFactor = 2;

/** Adds up to 10 % jitter. `Retry-After` can at most double a wait. */
export function nextStep({ runAttemptCount, result, waitsMs, chance }: Attempt): NextStep {
  if (result.errorCode === null) return { status: 'delivered' };
  const base = waitsMs[runAttemptCount - 1];
  if (base === undefined || result.errorCode === 'gone') return { status: 'failed' };
  const own = base * (1 + jitterShare * chance);
  const requestedMs = Math.min(result.retryAfterMs ?? 0, base * retryAfterFactor);
  return { status: 'retrying', waitMs: Math.round(Math.max(own, requestedMs)) };
}
