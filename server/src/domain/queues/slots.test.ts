import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { localToInstant } from '../../kernel/time/time-zone.ts';
import { expandSlots, type Slot } from './slots.ts';

type Example = { timezone: string; slots: Slot[]; from: string; until: string };

function expand({ timezone, slots, from, until }: Example): string[] {
  const instants = expandSlots({ timezone, slots }, { from: new Date(from), until: new Date(until) });
  return [...instants].map((instant) => instant.toISOString());
}

const daily = (time: string): Slot[] => [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, time }));

test('slots repeat weekly at their local time; 0 is Sunday', () => {
  const slots = [
    { dayOfWeek: 1, time: '09:30' },
    { dayOfWeek: 0, time: '00:00' },
  ];
  assert.deepEqual(
    expand({ timezone: 'Asia/Tokyo', slots, from: '2026-03-01T00:00:00Z', until: '2026-03-16T12:00:00Z' }),
    [
      '2026-03-02T00:30:00.000Z',
      '2026-03-07T15:00:00.000Z',
      '2026-03-09T00:30:00.000Z',
      '2026-03-14T15:00:00.000Z',
      '2026-03-16T00:30:00.000Z',
    ],
  );
});

test('both ends of the time range are included', () => {
  const schedule = {
    timezone: 'UTC',
    slots: daily('09:00'),
    from: '2026-03-02T09:00:00Z',
    until: '2026-03-03T09:00:00Z',
  };
  assert.deepEqual(expand(schedule), ['2026-03-02T09:00:00.000Z', '2026-03-03T09:00:00.000Z']);
  const narrow = { ...schedule, from: '2026-03-02T09:00:00.001Z', until: '2026-03-03T08:59:59.999Z' };
  assert.deepEqual(expand(narrow), []);
});

test('the local time stays the same across a daylight saving change', () => {
  const schedule = { slots: daily('09:00'), from: '2026-03-28T00:00:00Z', until: '2026-03-30T00:00:00Z' };
  assert.deepEqual(expand({ ...schedule, timezone: 'Europe/Berlin' }), [
    '2026-03-28T08:00:00.000Z',
    '2026-03-29T07:00:00.000Z',
  ]);
});

test('a skipped local time moves forward by the gap and is dropped when it meets another slot', () => {
  const span = { timezone: 'Europe/Berlin', from: '2026-03-29T00:00:00Z', until: '2026-03-29T12:00:00Z' };
  assert.deepEqual(expand({ ...span, slots: daily('02:30') }), ['2026-03-29T01:30:00.000Z']);
  assert.deepEqual(expand({ ...span, slots: [...daily('02:30'), ...daily('03:30'), ...daily('03:00')] }), [
    '2026-03-29T01:00:00.000Z',
    '2026-03-29T01:30:00.000Z',
  ]);
});

test('a repeated local time counts once, at its first occurrence', () => {
  const span = { timezone: 'Europe/Berlin', from: '2026-10-25T00:00:00Z', until: '2026-10-25T12:00:00Z' };
  assert.deepEqual(expand({ ...span, slots: daily('02:30') }), ['2026-10-25T00:30:00.000Z']);
  assert.deepEqual(expand({ ...span, from: '2026-10-25T00:30:00.001Z', slots: daily('02:30') }), []);
});

test('slots of a skipped day move to the next day, in order with its own slots', () => {
  const slots = [
    { dayOfWeek: 5, time: '10:00' },
    { dayOfWeek: 5, time: '12:00' },
    { dayOfWeek: 6, time: '10:00' },
    { dayOfWeek: 6, time: '11:00' },
  ];
  const schedule = { timezone: 'Pacific/Apia', slots, from: '2011-12-29T00:00:00Z', until: '2012-01-01T00:00:00Z' };
  const expected = ['2011-12-30T20:00:00.000Z', '2011-12-30T21:00:00.000Z', '2011-12-30T22:00:00.000Z'];
  assert.deepEqual(expand(schedule), expected);
  assert.deepEqual(expand({ ...schedule, from: '2011-12-30T21:00:00.001Z' }), expected.slice(2));
});

test('yields nothing without slots, and the first instants of a long range without computing the rest', () => {
  const span = { from: '2026-01-01T00:00:00Z', until: '9000-01-01T00:00:00Z' };
  assert.deepEqual(expand({ timezone: 'UTC', slots: [], ...span }), []);
  const instants = expandSlots(
    { timezone: 'UTC', slots: daily('09:00') },
    { from: new Date(span.from), until: new Date(span.until) },
  );
  assert.equal(instants.next().value?.toISOString(), '2026-01-01T09:00:00.000Z');
});

const slotsArbitrary = fc.array(
  fc.record({
    dayOfWeek: fc.integer({ min: 0, max: 6 }),
    time: fc
      .integer({ min: 0, max: 1439 })
      .map((n) => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`),
  }),
  { minLength: 1, maxLength: 12 },
);
const zoneArbitrary = fc.constantFrom(
  ...['America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Beirut', 'Pacific/Apia'],
  ...['Africa/Casablanca', 'Antarctica/Troll', 'Africa/Cairo', 'America/Havana', 'Asia/Kolkata', 'Pacific/Kiritimati'],
);
const startArbitrary = fc.integer({ min: Date.UTC(2011, 0, 1), max: Date.UTC(2036, 0, 1) });
const daysArbitrary = fc.integer({ min: 0, max: 400 });

test('in any zone, yields exactly the local time of each slot, strictly increasing and within the range', () => {
  const property = fc.property(
    slotsArbitrary,
    zoneArbitrary,
    startArbitrary,
    daysArbitrary,
    (slots, timezone, start, days) => {
      const until = start + days * 86_400_000;
      const instants = [...expandSlots({ timezone, slots }, { from: new Date(start), until: new Date(until) })].map(
        (instant) => instant.getTime(),
      );
      assert.deepEqual(instants, expectedInstants({ timezone, slots, start, until }));
    },
  );
  fc.assert(property, { numRuns: 150 });
});

test('splitting a range anywhere yields the same instants as the whole', () => {
  const property = fc.property(
    slotsArbitrary,
    zoneArbitrary,
    startArbitrary,
    fc.integer({ min: 0, max: 60 * 86_400_000 }),
    (slots, timezone, start, cut) => {
      const instants = (from: number, until: number): string[] =>
        expand({ timezone, slots, from: new Date(from).toISOString(), until: new Date(until).toISOString() });
      const end = start + 60 * 86_400_000;
      assert.deepEqual([...instants(start, start + cut), ...instants(start + cut + 1, end)], instants(start, end));
    },
  );
  fc.assert(property, { numRuns: 150 });
});

type Expected = { timezone: string; slots: Slot[]; start: number; until: number };

function expectedInstants({ timezone, slots, start, until }: Expected): number[] {
  const all = new Set<number>();
  for (let day = start - 4 * 86_400_000; day <= until + 4 * 86_400_000; day += 86_400_000) {
    const date = new Date(day);
    for (const { time } of slots.filter((slot) => slot.dayOfWeek === date.getUTCDay())) {
      all.add(localToInstant(`${date.toISOString().slice(0, 10)}T${time}`, timezone)?.getTime() ?? Number.NaN);
    }
  }
  return [...all].filter((ms) => ms >= start && ms <= until).sort((a, b) => a - b);
}
