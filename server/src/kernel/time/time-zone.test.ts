import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isTimeZone, localToInstant, offsetMsAt } from './time-zone.ts';

const iso = (local: string, zone: string): string | undefined => localToInstant(local, zone)?.toISOString();

test('accepts IANA names, including links and old names', () => {
  const names = ['UTC', 'GMT', 'Etc/GMT+5', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Antarctica/Troll'];
  const links = ['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'US/Eastern', 'EST5EDT', 'America/Port-au-Prince'];
  for (const name of [...names, ...links]) assert.ok(isTimeZone(name), name);
  for (const name of Intl.supportedValuesOf('timeZone')) assert.ok(isTimeZone(name), name);
});

test('rejects offsets, abbreviations, other spellings and unknown names', () => {
  const offsets = ['+02:00', '-0500', 'Z', 'UTC+1', 'GMT+1'];
  const spellings = ['europe/berlin', 'EUROPE/BERLIN', 'utc', ' UTC', 'Europe/Berlin ', 'Europe / Berlin'];
  const nonsense = ['', 'PST', 'IST', 'Local', 'Mars/Olympus', 'Europe/', 'Etc/Unknown', 'x'.repeat(10_000)];
  for (const name of [...offsets, ...spellings, ...nonsense]) assert.ok(!isTimeZone(name), name);
});

test('converts a local time to the instant at which local clocks show it', () => {
  assert.equal(iso('2026-03-02T09:00', 'UTC'), '2026-03-02T09:00:00.000Z');
  assert.equal(iso('2026-03-02T09:00:05.25', 'Europe/Berlin'), '2026-03-02T08:00:05.250Z');
  assert.equal(iso('2026-07-02T09:00:59', 'America/New_York'), '2026-07-02T13:00:59.000Z');
  assert.equal(iso('2028-02-29T23:59', 'Asia/Kathmandu'), '2028-02-29T18:14:00.000Z');
});

test('moves a skipped local time forward by the gap', () => {
  assert.equal(iso('2026-03-29T02:30', 'Europe/Berlin'), iso('2026-03-29T03:30', 'Europe/Berlin'));
  assert.equal(iso('2026-10-04T02:15', 'Australia/Lord_Howe'), iso('2026-10-04T02:45', 'Australia/Lord_Howe'));
  assert.equal(iso('2011-12-30T10:00', 'Pacific/Apia'), iso('2011-12-31T10:00', 'Pacific/Apia'));
});

test('resolves a repeated local time to the earlier instant', () => {
  assert.equal(iso('2026-10-25T02:30', 'Europe/Berlin'), '2026-10-25T00:30:00.000Z');
  assert.equal(iso('2026-11-01T01:30', 'America/New_York'), '2026-11-01T05:30:00.000Z');
});

test('rejects impossible dates and times with an offset', () => {
  const unreal = [
    '2026-02-29T09:00',
    '2026-13-01T09:00',
    '2026-03-02T24:00',
    '2026-03-02T09:60',
    '2026-03-02T09:00:60',
  ];
  const other = ['2026-03-02', '2026-03-02 09:00', '2026-03-02T9:00', '2026-03-02T09:00Z', '2026-03-02T09:00+01:00'];
  for (const text of [...unreal, ...other, '', '2026-03-02T09:00[UTC]', '2026-03-02T09:00:05.']) {
    assert.equal(localToInstant(text, 'UTC'), undefined, text);
  }
});

test('converting an instant to local time and back returns it or the earlier of two', () => {
  const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2037, 0, 1) });
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const property = fc.property(instants, zones, (ms, zone) => {
    const offsetMs = offsetMsAt(ms, zone);
    const shown = new Date(ms + offsetMs).toISOString().slice(0, -1);
    const back = localToInstant(shown, zone)?.getTime() ?? Number.NaN;
    assert.ok(back <= ms, `${zone} ${shown}`);
    assert.equal(back + offsetMsAt(back, zone), ms + offsetMs, `${zone} ${shown}`);
  });
  fc.assert(property, { numRuns: 300 });
});
