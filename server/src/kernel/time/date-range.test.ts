import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readDateRange } from './date-range.ts';
import { AppError } from '../errors.ts';

const range = (dateFrom?: string, dateTo?: string) => {
  const { from, to } = readDateRange({ dateFrom, dateTo }, { from: 'dateFrom', to: 'dateTo' });
  return [from?.toISOString() ?? null, to?.toISOString() ?? null];
};

function faultOf(dateFrom?: string, dateTo?: string): unknown {
  try {
    readDateRange({ dateFrom, dateTo }, { from: 'dateFrom', to: 'dateTo' });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'validation');
    return error.details.param;
  }
}

test('omitted dates are unbounded', () => {
  assert.deepEqual(range(), [null, null]);
  assert.deepEqual(range('2026-03-02'), ['2026-03-02T00:00:00.000Z', null]);
  assert.deepEqual(range(undefined, '2026-03-02'), [null, '2026-03-02T23:59:59.999Z']);
});

test('a day starts and ends in UTC', () => {
  assert.deepEqual(range('2026-03-02', '2026-03-02'), ['2026-03-02T00:00:00.000Z', '2026-03-02T23:59:59.999Z']);
  assert.deepEqual(range('2028-02-29'), ['2028-02-29T00:00:00.000Z', null]);
});

test('a timestamp needs Z or an offset; seconds and fractions are optional', () => {
  const same = [
    '2026-03-02T09:00Z',
    '2026-03-02T09:00:00Z',
    '2026-03-02T09:00:00.000000000Z',
    '2026-03-02T11:00+02:00',
  ];
  for (const text of same) assert.deepEqual(range(text), ['2026-03-02T09:00:00.000Z', null], text);
  assert.deepEqual(range('2026-03-01T23:30:00.5-09:30'), ['2026-03-02T09:00:00.500Z', null]);
});

test('rejects any other format, naming the parameter', () => {
  const wrong = [
    '2026-03-02T09:00:00',
    '2026-03-02 09:00:00Z',
    '2026-3-2',
    '20260302',
    '2026-03',
    '02.03.2026',
    '1772442000',
    'today',
    ' 2026-03-02',
    '2026-03-02\n',
    '2026-03-02T09:00:00+0200',
    '2026-03-02T09:00:00z',
    '+002026-03-02',
    'Mon, 02 Mar 2026 09:00:00 GMT',
  ];
  for (const text of wrong) {
    assert.equal(faultOf(text), 'dateFrom', text);
    assert.equal(faultOf(undefined, text), 'dateTo', text);
  }
});

test('rejects days and times that do not exist', () => {
  const wrong = [
    '2026-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-02-30T09:00:00Z',
  ];
  for (const text of [...wrong, '2026-03-02T25:00:00Z', '2026-03-02T09:60:00Z', '2026-03-02T09:00:00+99:00']) {
    assert.equal(faultOf(text), 'dateFrom', text);
  }
});

test('rejects an end before the start, but accepts an end at the start', () => {
  assert.equal(faultOf('2026-03-03', '2026-03-02'), 'dateFrom');
  assert.equal(faultOf('2026-03-02T09:00:00.001Z', '2026-03-02T09:00:00Z'), 'dateFrom');
  assert.equal(faultOf('2026-03-02T09:00:00Z', '2026-03-02T11:00:00+02:00'), undefined);
});

test('reads back every instant, whatever its offset', () => {
  const instants = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.integer({ min: -14 * 60, max: 14 * 60 }), (instant, offset) => {
      const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1);
      const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
      const text = `${local}${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
      assert.deepEqual(range(text), [instant.toISOString(), null]);
    }),
  );
});
