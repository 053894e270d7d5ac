import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findUnstorable, isJsonObject, joinPath, parseJson } from './json.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test('text that is no JSON is a fault', () => {
  for (const text of ['', '{', '{"a":1,}', 'undefined', '{}{}']) assert.deepEqual(parseJson(text), { ok: false });
});

test('whatever JSON.stringify writes is read back', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => {
      const text = JSON.stringify(value);
      assert.deepEqual(parseJson(text), { ok: true, value: JSON.parse(text) });
    }),
  );
});

test('nesting is read up to 32 and refused from 33 on, however deep', () => {
  assert.equal(parseJson(nested(32)).ok, true);
  assert.equal(parseJson(`{"a":${nested(31)}}`).ok, true);
  assert.equal(parseJson(nested(33)).ok, false);
  assert.equal(parseJson(`{"a":${nested(32)}}`).ok, false);
  assert.equal(parseJson(nested(5000)).ok, false);
});

test('a value inside 32 levels does not count as a level', () => {
  assert.equal(parseJson(`${'['.repeat(32)}7${']'.repeat(32)}`).ok, true);
});

test('an object is neither null nor a list', () => {
  assert.equal(isJsonObject({}), true);
  for (const value of [null, [], 'text', 7, undefined]) assert.equal(isJsonObject(value), false);
});

test('text that can be stored is found nowhere', () => {
  assert.equal(findUnstorable({ a: ['x', '😀', ''], b: null, c: 7, d: { e: true } }), undefined);
});

test('U+0000 and lone surrogates are found with the steps to them, the first of several', () => {
  assert.deepEqual(findUnstorable({ a: 'x', b: { c: ['x', 'a\0'] } }), ['b', 'c', '1']);
  assert.deepEqual(findUnstorable({ b: '\ud800', a: '\0' }), ['b']);
  assert.deepEqual(findUnstorable({ a: '\udfff' }), ['a']);
});

test('a key that cannot be stored is found at the object that has it', () => {
  assert.deepEqual(findUnstorable({ a: { 'x\0': 1 } }), ['a']);
  assert.deepEqual(findUnstorable({ 'x\0': 1 }), []);
});

test('paths join with dots and brackets', () => {
  assert.equal(joinPath(joinPath(joinPath('', 'slots'), 0), 'time'), 'slots[0].time');
});
