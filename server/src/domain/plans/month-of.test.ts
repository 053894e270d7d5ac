import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { monthOf } from './month-of.ts';

test('a month runs from its first to its last millisecond in UTC', () => {
  const march = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-31T23:59:59.999Z' };
  for (const at of [march.from, '2026-03-15T12:00:00.000Z', march.to]) assert.deepEqual(monthOf(new Date(at)), march);
});

test('December is followed by January of the next year', () => {
  assert.deepEqual(monthOf(new Date('2026-12-31T23:59:59.999Z')), {
    from: '2026-12-01T00:00:00.000Z',
    to: '2026-12-31T23:59:59.999Z',
  });
  assert.deepEqual(monthOf(new Date('2027-01-01T00:00:00.000Z')), {
    from: '2027-01-01T00:00:00.000Z',
    to: '2027-01-31T23:59:59.999Z',
  });
});

test('February has 29 days in leap years only', () => {
  assert.equal(monthOf(new Date('2028-02-10T00:00:00.000Z')).to, '2028-02-29T23:59:59.999Z');
  assert.equal(monthOf(new Date('2026-02-10T00:00:00.000Z')).to, '2026-02-28T23:59:59.999Z');
});

test('every instant is within its month, and the next millisecond starts the next month', () => {
  const instants = fc.date({ min: new Date('1971-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (at) => {
      const { from, to } = monthOf(at);
      assert.ok(from <= at.toISOString() && at.toISOString() <= to);
      const next = new Date(Date.parse(to) + 1);
      assert.equal(monthOf(next).from, next.toISOString());
    }),
  );
});
