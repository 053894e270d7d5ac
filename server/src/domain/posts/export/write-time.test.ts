import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeTime } from './write-time.ts';

const cases: [instant: string, zone: string, written: string][] = [
  ['2026-03-02T09:00:00.000Z', 'UTC', '2026-03-02 09:00:00'],
  ['2026-03-02T23:30:15.000Z', 'Asia/Kolkata', '2026-03-03 05:00:15'],
  ['2026-03-02T09:00:00.001Z', 'UTC', '2026-03-02T09:00:00.001Z'],
  // Clocks go back at 01:00 UTC: half past two comes twice, and local time means the first.
  ['2026-10-25T00:30:00.000Z', 'Europe/Berlin', '2026-10-25 02:30:00'],
  ['2026-10-25T01:30:00.000Z', 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
  ['2026-10-25T02:30:00.000Z', 'Europe/Berlin', '2026-10-25 03:30:00'],
  ['2026-03-29T00:59:59.000Z', 'Europe/Berlin', '2026-03-29 01:59:59'],
  ['2026-03-29T01:00:00.000Z', 'Europe/Berlin', '2026-03-29 03:00:00'],
];

for (const [instant, zone, written] of cases) {
  test(`writes ${instant} in ${zone} as ${written}`, () => {
    assert.equal(writeTime(new Date(instant), zone), written);
  });
}
