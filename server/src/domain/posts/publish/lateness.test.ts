import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lateMinutes, latestAttempt } from './lateness.ts';
import { retryAt } from './retry-wait.ts';

const at = (time: string): Date => new Date(`2026-03-02T${time}Z`);
const post = { scheduledFor: at('09:00:00'), acceptedAt: null, createdAt: at('08:00:00'), lateMinutesMax: 10 };
const unfound = { foundAt: null };

test('counts lateness in whole minutes from the scheduled or the acceptance time', () => {
  assert.equal(lateMinutes(post, unfound, at('09:00:59')), 0);
  assert.equal(lateMinutes(post, unfound, at('09:01:00')), 1);
  assert.equal(lateMinutes(post, unfound, at('08:59:00')), 0);
  assert.equal(lateMinutes({ ...post, acceptedAt: at('12:00:00') }, unfound, at('12:05:00')), 5);
});

test('time spent waiting in a backlog does not count as lateness', () => {
  assert.equal(lateMinutes(post, { foundAt: at('09:10:00') }, at('11:00:00')), 10);
});

const waits = { waitsMs: [30_000, 120_000, 600_000, 1_800_000], waitMsMax: 21_600_000 };
const now = at('09:00:00');
const later = at('23:00:00');
const wait = (attemptCount: number, retryAfterMs?: number, latest = later): number | undefined => {
  const nextAt = retryAt({ attemptCount, now, latest, retryAfterMs }, waits);
  return nextAt && nextAt.getTime() - now.getTime();
};

test('retries after 30 s, 2 min, 10 min and 30 min, or later if the platform asks for it, up to 6 h', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((count) => wait(count)),
    [30_000, 120_000, 600_000, 1_800_000, undefined],
  );
  assert.equal(wait(1, 45_000), 45_000);
  assert.equal(wait(2, 45_000), 120_000);
  assert.equal(wait(1, 48 * 3_600_000), 21_600_000);
});

test('starts no attempt after the lateness limit', () => {
  assert.equal(latestAttempt(post).toISOString(), '2026-03-02T09:10:59.999Z');
  assert.equal(wait(3, undefined, at('09:10:00')), 600_000);
  assert.equal(wait(3, undefined, at('09:09:59')), undefined);
});
