import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { realTiming } from '../../../boot/timing.ts';
import type { AttemptResult } from './attempt-result.ts';
import { nextStep } from './retry-schedule.ts';

const waitsMs = realTiming.deliveryWaitsMs;
const failure: AttemptResult = { errorCode: 'httpError', httpStatus: 500, retryAfterMs: null };
const [second, minute, hour] = [1000, 60_000, 3_600_000];

function waitOf(runAttemptCount: number, fields: { chance?: number; retryAfterMs?: number | null } = {}): number {
  const { chance = 0, retryAfterMs = null } = fields;
  const step = nextStep({ runAttemptCount, result: { ...failure, retryAfterMs }, waitsMs, chance });
  assert.equal(step.status, 'retrying');
  return step.waitMs;
}

test('waits as documented after failures one to five and gives up after the sixth', () => {
  const waits = [1, 2, 3, 4, 5].map((count) => waitOf(count));
  assert.deepEqual(waits, [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour]);
  assert.deepEqual(nextStep({ runAttemptCount: 6, result: failure, waitsMs, chance: 0 }), { status: 'failed' });
});

test('a success ends the run at any attempt', () => {
  const result = { errorCode: null, httpStatus: 204, retryAfterMs: 1000 };
  for (let runAttemptCount = 1; runAttemptCount <= 6; runAttemptCount += 1) {
    assert.deepEqual(nextStep({ runAttemptCount, result, waitsMs, chance: 1 }), { status: 'delivered' });
  }
});

test('410 ends the run at any attempt', () => {
  const result: AttemptResult = { errorCode: 'gone', httpStatus: 410, retryAfterMs: 1000 };
  for (let runAttemptCount = 1; runAttemptCount <= 6; runAttemptCount += 1) {
    assert.deepEqual(nextStep({ runAttemptCount, result, waitsMs, chance: 0 }), { status: 'failed' });
  }
});

test('jitter lengthens a wait by up to 10% and never shortens it', () => {
  assert.equal(waitOf(1, { chance: 1 }), 5500);
  assert.equal(waitOf(1, { chance: 0.5 }), 5250);
});

test('honors a longer Retry-After up to twice the wait and ignores a shorter one', () => {
  assert.equal(waitOf(1, { retryAfterMs: 7 * second }), 7 * second);
  assert.equal(waitOf(1, { retryAfterMs: 10 * second }), 10 * second);
  assert.equal(waitOf(1, { retryAfterMs: 11 * second }), 10 * second);
  assert.equal(waitOf(1, { retryAfterMs: second }), 5 * second);
  assert.equal(waitOf(1, { retryAfterMs: 5200, chance: 1 }), 5500);
});

test('for any input, a wait is an integer between its base and twice its base', () => {
  const draws = fc.record({
    count: fc.integer({ min: 1, max: 5 }),
    chance: fc.double({ min: 0, max: 1, noNaN: true }),
    retryAfterMs: fc.option(fc.nat({ max: 999_999_999_000 })),
  });
  fc.assert(
    fc.property(draws, ({ count, chance, retryAfterMs }) => {
      const [base = 0, wait] = [waitsMs[count - 1], waitOf(count, { chance, retryAfterMs })];
      assert.ok(Number.isSafeInteger(wait) && wait >= base && wait <= 2 * base);
    }),
  );
});
