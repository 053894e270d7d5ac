import type { AttemptResult } from './attempt-result.ts';

/** `waitMs` counts from when the result is stored. */
type NextStep = { status: 'delivered' | 'failed' } | { status: 'retrying'; waitMs: number };

type Attempt = {
  /** Attempts of this run, including this one. */
  runAttemptCount: number;
  result: AttemptResult;
  waitsMs: readonly number[];
  /** Random, from 0 to 1. */
  chance: number;
};

const jitterShare = 0.1;
const retryAfterFactor = 2;

/** Waits get up to 10 % jitter. `Retry-After` can extend a wait to twice its length. */
export function nextStep({ runAttemptCount, result, waitsMs, chance }: Attempt): NextStep {
  if (result.errorCode === null) return { status: 'delivered' };
  const base = waitsMs[runAttemptCount - 1];
  if (base === undefined || result.errorCode === 'gone') return { status: 'failed' };
  const own = base * (1 + jitterShare * chance);
  const requestedMs = Math.min(result.retryAfterMs ?? 0, base * retryAfterFactor);
  return { status: 'retrying', waitMs: Math.round(Math.max(own, requestedMs)) };
}
