import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findUnstorable, isJsonObject, joinPath, parseJson } from './json.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test('returns ok false for text that is not JSON', () => {
  for (const text of ['', '{', '{"a":1,}', 'undefined', '{}{}']) assert.deepEqual(parseJson(text), { ok: false });
});

test('reads back whatever JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => {
      const text = JSON.stringify(value);
      assert.deepEqual(parseJson(text), { ok: true, value: JSON.parse(text) });
    }),
  );
});

test('accepts nesting up to 32 levels and rejects 33 and more', () => {
  assert.equal(parseJson(nested(32)).ok, true);
  assert.equal(parseJson(`{"a":${nested(31)}}`).ok, true);
  assert.equal(parseJson(nested(33)).ok, false);
  assert.equal(parseJson(`{"a":${nested(32)}}`).ok, false);
  assert.equal(parseJson(nested(5000)).ok, false);
});

test('a value inside 32 levels does not count as a level', () => {
  assert.equal(parseJson(`${'['.repeat(32)}7${']'.repeat(32)}`).ok, true);
});

test('isJsonObject rejects null and arrays', () => {
  assert.equal(isJsonObject({}), true);
  for (const value of [null, [], 'text', 7, undefined]) assert.equal(isJsonObject(value), false);
});

test('findUnstorable returns undefined for storable text', () => {
  assert.equal(findUnstorable({ a: ['x', '😀', ''], b: null, c: 7, d: { e: true } }), undefined);
});

test('findUnstorable returns the path to the first U+0000 or lone surrogate', () => {
  assert.deepEqual(findUnstorable({ a: 'x', b: { c: ['x', 'a\0'] } }), ['b', 'c', '1']);
  assert.deepEqual(findUnstorable({ b: '\ud800', a: '\0' }), ['b']);
  assert.deepEqual(findUnstorable({ a: '\udfff' }), ['a']);
});

test('findUnstorable returns the object of a key that cannot be stored', () => {
  assert.deepEqual(findUnstorable({ a: { 'x\0': 1 } }), ['a']);
  assert.deepEqual(findUnstorable({ 'x\0': 1 }), []);
});

test('joinPath uses dots and brackets', () => {
  assert.equal(joinPath(joinPath(joinPath('', 'slots'), 0), 'time'), 'slots[0].time');
});
