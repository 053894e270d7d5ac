import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { firstFault, toFaults } from './validation-fault.ts';

const Schema = Type.Object({
  name: Type.String({ minLength: 1 }),
  kind: Type.Enum(['day', 'week']),
  limit: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  slots: Type.Optional(Type.Array(Type.Object({ day: Type.Integer(), time: Type.String() }))),
  'a/b~c': Type.Optional(Type.String()),
});
const compiled = Compile(Schema);

const faultOf = (document: object) => firstFault(compiled.Errors(document).flatMap(toFaults), document);
const paramOf = (document: object) => faultOf(document).details.param;

test('the fault named is the first in the order of the document, not of the schema', () => {
  assert.equal(paramOf({ name: '', kind: 'year' }), 'name');
  assert.equal(paramOf({ kind: 'year', name: '' }), 'kind');
});

test('missing fields come after present ones', () => {
  assert.equal(paramOf({ kind: 'year' }), 'kind');
  assert.equal(paramOf({ kind: 'day' }), 'name');
});

test('inside a list the first faulty item counts, and in it the first faulty field', () => {
  const start = { name: 'x', kind: 'day' };
  assert.equal(paramOf({ ...start, slots: [{ day: 1, time: 'x' }, { time: 7, day: 'x' }, 7] }), 'slots[1].time');
  assert.equal(paramOf({ ...start, slots: [{ time: 'x' }, 7] }), 'slots[0].day');
});

test('beyond nine items the order is that of numbers', () => {
  const slots = Array.from({ length: 12 }, (_, index) => (index === 2 || index === 10 ? 7 : { day: 1, time: 'x' }));
  assert.equal(paramOf({ name: 'x', kind: 'day', slots }), 'slots[2]');
});

test('names with the separators of JSON pointers come out as they were written', () => {
  assert.equal(paramOf({ name: 'x', kind: 'day', 'a/b~c': 7 }), 'a/b~c');
});

test('the message begins with the place and says what is allowed', () => {
  assert.equal(faultOf({ kind: 'day' }).message, 'name is required');
  assert.equal(faultOf({ name: 'x', kind: 'year' }).message, 'kind must be one of day, week');
  assert.match(faultOf({ name: 7, kind: 'day' }).message, /^name .*string/);
});

test('a value that fits no branch of a choice is a fault of the field, not of a branch', () => {
  assert.equal(paramOf({ name: 'x', kind: 'day', limit: 'many' }), 'limit');
});

test('every fault is a validation error, even when the findings say nothing', () => {
  assert.equal(faultOf({}).code, 'validation');
  const unexplained = firstFault([], {});
  assert.equal(unexplained.code, 'validation');
  assert.equal(unexplained.details.param, null);
});
