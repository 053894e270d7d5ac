import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Plan } from '../../db/rows.ts';
import type { TargetStatus } from '../../db/post-rows.ts';
import { changeOf, countOf, gainsOf, isCounted } from './counted.ts';

const at = (text: string): Date => new Date(text);
const untimed = { scheduled_for: null, accepted_at: null, created_at: at('2026-01-05T00:00:00Z') };
const march = at('2026-03-01T00:00:00.000Z');
const april = at('2026-04-01T00:00:00.000Z');
const all: TargetStatus[] = ['draft', 'scheduled', 'pending', 'publishing', 'published', 'failed', 'canceled'];

test('what waits, is on its way or is out counts; drafts and what came to nothing do not', () => {
  const counted = all.filter((status) => countOf({ ...untimed, targets: [{ status }] }).count === 1);
  assert.deepEqual(counted, ['scheduled', 'pending', 'publishing', 'published']);
  assert.equal(countOf({ ...untimed, targets: all.map((status) => ({ status })) }).count, 4);
});

test('the time it is scheduled for goes before its acceptance, and that before its making', () => {
  const accepted = { ...untimed, accepted_at: at('2026-02-01T00:00:00Z'), targets: [] };
  assert.deepEqual(countOf({ ...untimed, targets: [] }).dueAt, untimed.created_at);
  assert.deepEqual(countOf(accepted).dueAt, accepted.accepted_at);
  assert.deepEqual(countOf({ ...accepted, scheduled_for: march }).dueAt, march);
});

test('months turn in UTC, and only those that gain are named, earliest first', () => {
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

test('a change gains what it adds: nothing within its month, all of it in another', () => {
  const targets = [{ status: 'scheduled' as const }, { status: 'failed' as const }];
  const before = { ...untimed, scheduled_for: at('2026-03-20T00:00:00Z'), targets };
  const moved = (scheduled_for: Date) => gainsOf(changeOf(before, { ...before, scheduled_for }));
  assert.deepEqual(moved(march), []);
  assert.deepEqual(moved(april), [{ month: april, gain: 1 }]);
  const retried = { ...before, targets: [{ status: 'scheduled' as const }, { status: 'pending' as const }] };
  assert.deepEqual(gainsOf(changeOf(before, retried)), [{ month: march, gain: 1 }]);
  assert.deepEqual(gainsOf(changeOf(retried, before)), []);
});

test('nothing is lost or invented: all months together gain what came', () => {
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

test('only free counts; whoever has no account must be asked', () => {
  const plans: Plan[] = ['free', 'starter', 'pro', 'scale', 'self-hosted'];
  assert.deepEqual(
    plans.filter((plan) => isCounted([{ plan }])),
    ['free'],
  );
  assert.ok(isCounted([]));
});
