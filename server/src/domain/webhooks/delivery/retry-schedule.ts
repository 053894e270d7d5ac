import type { AttemptResult } from './attempt-result.ts';

/** What becomes of a delivery after an attempt; a wait runs from the moment this is stored. */
type NextStep = { status: 'delivered' | 'failed' } | { status: 'retrying'; waitMs: number };

type Attempt = {
  /** Failures and successes of this run, this one included. */
  runAttemptCount: number;
  result: AttemptResult;
  waitsMs: readonly number[];
  /** From 0 to 1, drawn for this wait. */
  chance: number;
};

const jitterShare = 0.1;
const retryAfterFactor = 2;

/** Six attempts at the waits of the schedule, each up to a tenth longer; `Retry-After` may stretch one to its double. */
export function nextStep({ runAttemptCount, result, waitsMs, chance }: Attempt): NextStep {
  if (result.errorCode === null) return { status: 'delivered' };
  const base = waitsMs[runAttemptCount - 1];
  if (base === undefined || result.errorCode === 'gone') return { status: 'failed' };
  const own = base * (1 + jitterShare * chance);
  const asked = Math.min(result.retryAfterMs ?? 0, base * retryAfterFactor);
  return { status: 'retrying', waitMs: Math.round(Math.max(own, asked)) };
}
