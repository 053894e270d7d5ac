import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { firstFault, toFaults } from './validation-fault.ts';

const Schema = Type.Object({
  name: Type.String({ minLength: 1 }),
  kind: Type.Enum(['day', 'week']),
  limit: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  slots: Type.Optional(Type.Array(Type.Object({ day: Type.Integer(), time: Type.String() }))),
  'a/b~c': Type.Optional(Type.String()),
});
const compiled = Compile(Schema);

const faultOf = (document: object) =>
  firstFault(
    compiled.Errors(document)[1].flatMap((finding) => toFaults(finding, Schema)),
    document,
  );
const paramOf = (document: object) => faultOf(document).details.param;

test('reports the first fault in document order, not in schema order', () => {
  assert.equal(paramOf({ name: '', kind: 'year' }), 'name');
  assert.equal(paramOf({ kind: 'year', name: '' }), 'kind');
});

test('reports missing fields after present ones', () => {
  assert.equal(paramOf({ kind: 'year' }), 'kind');
  assert.equal(paramOf({ kind: 'day' }), 'name');
});

test('reports the first invalid item of a list, and its first invalid field', () => {
  const start = { name: 'x', kind: 'day' };
  assert.equal(paramOf({ ...start, slots: [{ day: 1, time: 'x' }, { time: 7, day: 'x' }, 7] }), 'slots[1].time');
  assert.equal(paramOf({ ...start, slots: [{ time: 'x' }, 7] }), 'slots[0].day');
});

test('orders more than nine items numerically', () => {
  const slots = Array.from({ length: 12 }, (_, index) => (index === 2 || index === 10 ? 7 : { day: 1, time: 'x' }));
  assert.equal(paramOf({ name: 'x', kind: 'day', slots }), 'slots[2]');
});

test('reports names with JSON pointer separators unescaped', () => {
  assert.equal(paramOf({ name: 'x', kind: 'day', 'a/b~c': 7 }), 'a/b~c');
});

test('the message starts with the field path and states what is allowed', () => {
  assert.equal(faultOf({ kind: 'day' }).message, 'name is required');
  assert.equal(faultOf({ name: 'x', kind: 'year' }).message, 'kind must be one of day, week');
  assert.equal(faultOf({ name: 7, kind: 'day' }).message, 'name must be a text in quotes');
});

test('reports a value that matches no branch of a union under its field', () => {
  assert.equal(paramOf({ name: 'x', kind: 'day', limit: 'many' }), 'limit');
});

test('every fault is a validation error, even without findings', () => {
  assert.equal(faultOf({}).code, 'validation');
  const unexplained = firstFault([], {});
  assert.equal(unexplained.code, 'validation');
  assert.equal(unexplained.details.param, null);
});
