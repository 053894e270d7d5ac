import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Plan } from '../../db/rows.ts';
import type { TargetStatus } from '../../db/post-rows.ts';
import { changeOf, countOf, gainsOf, isCounted } from './counted.ts';

const at = (text: string): Date => new Date(text);
const untimed = { scheduledFor: null, acceptedAt: null, createdAt: at('2026-01-05T00:00:00Z') };
const march = at('2026-03-01T00:00:00.000Z');
const april = at('2026-04-01T00:00:00.000Z');
const all: TargetStatus[] = ['draft', 'scheduled', 'pending', 'publishing', 'published', 'failed', 'canceled'];

test('counts scheduled, pending, publishing and published targets, but no drafts, failures or cancellations', () => {
  const counted = all.filter((status) => countOf({ ...untimed, targets: [{ status }] }).count === 1);
  assert.deepEqual(counted, ['scheduled', 'pending', 'publishing', 'published']);
  assert.equal(countOf({ ...untimed, targets: all.map((status) => ({ status })) }).count, 4);
});

test('dueAt is the scheduled time, else the acceptance time, else the creation time', () => {
  const accepted = { ...untimed, acceptedAt: at('2026-02-01T00:00:00Z'), targets: [] };
  assert.deepEqual(countOf({ ...untimed, targets: [] }).dueAt, untimed.createdAt);
  assert.deepEqual(countOf(accepted).dueAt, accepted.acceptedAt);
  assert.deepEqual(countOf({ ...accepted, scheduledFor: march }).dueAt, march);
});

test('months start in UTC, and only months with a gain are returned, earliest first', () => {
  const gains = gainsOf([
    { dueAt: at('2026-04-30T23:59:59.999Z'), count: 2 },
    { dueAt: at('2026-03-31T23:59:59.999Z'), count: 1 },
    { dueAt: at('2026-04-01T00:00:00.000Z'), count: 3 },
    { dueAt: at('2026-05-01T00:00:00.000Z'), count: 4 },
    { dueAt: at('2026-05-02T00:00:00.000Z'), count: -4 },
    { dueAt: at('2026-06-02T00:00:00.000Z'), count: -1 },
    { dueAt: at('2027-03-01T00:00:00.000Z'), count: 0 },
  ]);
  assert.deepEqual(gains, [
    { month: march, gain: 1 },
    { month: april, gain: 5 },
  ]);
});

test('an update gains only what it adds: nothing within its month, everything in another', () => {
  const targets = [{ status: 'scheduled' as const }, { status: 'failed' as const }];
  const before = { ...untimed, scheduledFor: at('2026-03-20T00:00:00Z'), targets };
  const moved = (scheduledFor: Date) => gainsOf(changeOf(before, { ...before, scheduledFor }));
  assert.deepEqual(moved(march), []);
  assert.deepEqual(moved(april), [{ month: april, gain: 1 }]);
  const retried = { ...before, targets: [{ status: 'scheduled' as const }, { status: 'pending' as const }] };
  assert.deepEqual(gainsOf(changeOf(before, retried)), [{ month: march, gain: 1 }]);
  assert.deepEqual(gainsOf(changeOf(retried, before)), []);
});

test('the gains of all months add up to the total', () => {
  const instants = fc.date({ min: at('2026-01-01'), max: at('2027-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.array(fc.record({ dueAt: instants, count: fc.nat(5) })), (coming) => {
      const gains = gainsOf(coming);
      const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
      assert.equal(sum(gains.map(({ gain }) => gain)), sum(coming.map(({ count }) => count)));
      const months = gains.map(({ month }) => month.toISOString());
      assert.deepEqual(months, [...new Set(months)].sort());
      for (const month of months) assert.match(month, /-01T00:00:00\.000Z$/);
    }),
  );
});

test('counts posts on the free plan only, and for owners without a plan row', () => {
  const plans: Plan[] = ['free', 'starter', 'pro', 'scale', 'self-hosted'];
  assert.deepEqual(
    plans.filter((plan) => isCounted([{ plan }])),
    ['free'],
  );
  assert.ok(isCounted([]));
});
