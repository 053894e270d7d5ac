import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lateMinutes, latestAttempt } from './lateness.ts';
import { retryAt } from './retry-wait.ts';

const at = (time: string): Date => new Date(`2026-03-02T${time}Z`);
const post = { scheduled_for: at('09:00:00'), accepted_at: null, created_at: at('08:00:00'), late_minutes_max: 10 };
const unfound = { found_at: null };

test('lateness is counted in whole minutes from the time, or from when it was asked for', () => {
  assert.equal(lateMinutes(post, unfound, at('09:00:59')), 0);
  assert.equal(lateMinutes(post, unfound, at('09:01:00')), 1);
  assert.equal(lateMinutes(post, unfound, at('08:59:00')), 0);
  assert.equal(lateMinutes({ ...post, accepted_at: at('12:00:00') }, unfound, at('12:05:00')), 5);
});

test('what a backlog makes a post wait is not its own lateness', () => {
  assert.equal(lateMinutes(post, { found_at: at('09:10:00') }, at('11:00:00')), 10);
});

const waits = { waitsMs: [30_000, 120_000, 600_000, 1_800_000], waitMsMax: 21_600_000 };
const now = at('09:00:00');
const later = at('23:00:00');
const wait = (attemptCount: number, askedMs?: number, latest = later): number | undefined => {
  const found = retryAt({ attemptCount, now, latest, askedMs }, waits);
  return found && found.getTime() - now.getTime();
};

test('five attempts: after 30 s, 2 min, 10 min and 30 min, or longer where the network asks for it, up to 6 h', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((count) => wait(count)),
    [30_000, 120_000, 600_000, 1_800_000, undefined],
  );
  assert.equal(wait(1, 45_000), 45_000);
  assert.equal(wait(2, 45_000), 120_000);
  assert.equal(wait(1, 48 * 3_600_000), 21_600_000);
});

test('no attempt begins past the lateness limit', () => {
  assert.equal(latestAttempt(post).toISOString(), '2026-03-02T09:10:59.999Z');
  assert.equal(wait(3, undefined, at('09:10:00')), 600_000);
  assert.equal(wait(3, undefined, at('09:09:59')), undefined);
});
