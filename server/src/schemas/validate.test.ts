import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { AppError } from '../kernel/errors.ts';
import { Nullable, TrimmedText } from './common.ts';
import { createBodyCheck } from './validate.ts';

const Slot = Type.Object({ time: TrimmedText(1, 5), label: Type.Optional(Type.String()) });
const Queue = Type.Object({
  name: TrimmedText(1, 10),
  note: Type.Optional(Nullable(Type.String())),
  color: Type.Optional(Type.String()),
  slots: Type.Optional(Type.Array(Slot)),
});

const check = createBodyCheck(Queue, 'ignore');
const strictCheck = createBodyCheck(Queue, 'reject');

function assertFault(run: () => unknown, param: string | null): void {
  assert.throws(run, (error) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.code, error.details.param], ['validation', param]);
    return true;
  });
}

test('returns a valid body unchanged', () => {
  const body = { name: 'Week', note: 'x', slots: [{ time: '09:00' }, { time: '17:30', label: 'late' }] };
  assert.deepEqual(check(body), body);
});

test('trims only the text marked in the schema, at every depth', () => {
  assert.deepEqual(check({ name: ' Week\n', color: ' red ', slots: [{ time: ' 09:00 ', label: ' x ' }] }), {
    name: 'Week',
    color: ' red ',
    slots: [{ time: '09:00', label: ' x ' }],
  });
});

test('checks lengths after trimming and in code points', () => {
  assert.deepEqual(check({ name: `  ${'😀'.repeat(10)}  ` }), { name: '😀'.repeat(10) });
  assertFault(() => check({ name: '   ' }), 'name');
  assertFault(() => check({ name: '😀'.repeat(11) }), 'name');
});

test('treats null in an optional field as omitted, at every depth', () => {
  assert.deepEqual(check({ name: 'Week', color: null, slots: [{ time: '09:00', label: null }] }), {
    name: 'Week',
    slots: [{ time: '09:00' }],
  });
});

test('keeps null where the schema allows it and rejects it in a required field', () => {
  assert.deepEqual(check({ name: 'Week', note: null }), { name: 'Week', note: null });
  assertFault(() => check({ name: null }), 'name');
});

test('removes unknown keys', () => {
  assert.deepEqual(check({ name: 'Week', other: 1, slots: [{ time: '09:00', other: 1 }] }), {
    name: 'Week',
    slots: [{ time: '09:00' }],
  });
});

test('rejects an unknown key with reject', () => {
  assertFault(() => strictCheck({ name: 'Week', colour: 'red' }), 'colour');
  assert.deepEqual(strictCheck({ name: 'Week', color: 'red' }), { name: 'Week', color: 'red' });
});

test('treats inherited property names as unknown keys', () => {
  const body = JSON.parse('{"name":"Week","__proto__":{"color":"red"},"toString":1}') as Record<string, unknown>;
  assert.deepEqual(check(body), { name: 'Week' });
  assertFault(() => strictCheck(body), '__proto__');
});

test('reports a fault inside a list with its field path', () => {
  const time = '09:00';
  assertFault(() => check({ name: 'Week', slots: [{ time }, { time: 9 }] }), 'slots[1].time');
  assertFault(() => check({ name: 'Week', slots: [{}] }), 'slots[0].time');
  assertFault(() => check({ name: 'Week', slots: [{ time }, null] }), 'slots[1]');
  assertFault(() => check({ name: 'Week', slots: { 0: { time } } }), 'slots');
});

test('rejects text the database cannot store anywhere, including under unknown keys', () => {
  assertFault(() => check({ name: 'Week', slots: [{ time: 'a\0b' }] }), 'slots[0].time');
  assertFault(() => check({ name: 'Week', other: { deep: ['\ud800'] } }), 'other.deep[0]');
  assertFault(() => check({ name: 'Week', 'a\0b': 1 }), null);
});

test('never changes its input', () => {
  const body = { name: ' Week ', color: null, other: 1 };
  check(body);
  assert.deepEqual(body, { name: ' Week ', color: null, other: 1 });
});

test('reports unstorable text and unknown keys in document order', () => {
  const check = createBodyCheck(Type.Object({ name: Type.String(), color: Type.String({ pattern: '^#' }) }), 'reject');
  const paramOf = (body: Record<string, unknown>): unknown => {
    try {
      check(body);
      return undefined;
    } catch (error) {
      return error instanceof AppError ? error.details.param : error;
    }
  };
  assert.equal(paramOf({ color: 'red', name: 'a\0', other: 1 }), 'color');
  assert.equal(paramOf({ name: 'a\0', color: 'red', other: 1 }), 'name');
  assert.equal(paramOf({ other: 1, name: 'a\0', color: 'red' }), 'other');
});

test('rejects unknown keys inside lists', () => {
  const Slot = Type.Object({ time: Type.String() });
  const check = createBodyCheck(Type.Object({ slots: Type.Array(Slot) }), 'reject');
  assert.throws(() => check({ slots: [{ time: '10:00' }, { time: '11:00', day: 1 }] }), {
    details: { param: 'slots[1].day' },
  });
});
