import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { rangeInWords, ruleInWords } from './schema-rule.ts';

const Schema = Type.Object({
  color: Type.Optional(Type.String({ pattern: '^#[0-9a-f]{6}$', 'x-rule': 'must be a color, such as #ffeda0' })),
  code: Type.Optional(Type.String({ pattern: '^[a-z]+$' })),
  slots: Type.Optional(Type.Array(Type.Object({ 'a/b~c': Type.Integer({ minimum: 0, maximum: 6 }) }))),
  size: Type.Optional(Type.Number({ minimum: 0 })),
  isOn: Type.Optional(Type.Boolean()),
  tags: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
  share: Type.Optional(Type.Number({ maximum: 1, default: 0.5 })),
});

function wordsFor(value: object): string {
  const [, [finding]] = Compile(Schema).Errors(value);
  assert.ok(finding);
  return ruleInWords(Schema, finding);
}

test('states patterns in words, never as a regular expression', () => {
  assert.equal(wordsFor({ color: 'red' }), 'must be a color, such as #ffeda0');
  assert.equal(wordsFor({ code: '7' }), 'does not have the documented format');
});

test('states both bounds of a range and an example', () => {
  assert.equal(wordsFor({ slots: [{ 'a/b~c': 7 }] }), 'must be a whole number from 0 to 6, such as 0');
  assert.equal(wordsFor({ size: -1 }), 'must be a number of at least 0, such as 0');
  assert.equal(wordsFor({ share: 2 }), 'must be a number of at most 1, such as 0.5');
  assert.equal(rangeInWords(Type.Integer({ examples: [5] })), 'must be a whole number, such as 5');
});

test('names types as people write them', () => {
  assert.equal(wordsFor({ color: 7 }), 'must be a text in quotes');
  assert.equal(wordsFor({ slots: 'x' }), 'must be a list in brackets');
  assert.equal(wordsFor({ slots: ['x'] }), 'must be an object in braces');
  assert.equal(wordsFor({ size: 'x' }), 'must be a number of at least 0, such as 0, without quotes');
  assert.equal(wordsFor({ isOn: 'true' }), 'must be true or false, without quotes');
});

test('keeps other messages', () => {
  assert.match(wordsFor({ tags: ['a', 'b', 'c'] }), /items/);
});
