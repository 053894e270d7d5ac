import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Nullable } from '../../schemas/common.ts';
import { serialSchema } from './serial-schema.ts';

test('turns "this or null" into nullable, at every depth', () => {
  const schema = Type.Object({ items: Type.Array(Type.Object({ at: Nullable(Type.String()) })) });
  const expected = { type: 'object', properties: { at: { type: 'string', nullable: true } }, required: ['at'] };
  const { items } = (serialSchema(schema) as typeof schema).properties;
  assert.deepEqual(JSON.parse(JSON.stringify(items.items)), expected);
});

test('leaves other unions and schemas without a type as they are', () => {
  const either = Type.Union([Type.String(), Type.Number()]);
  const anything = Nullable(Type.Unknown());
  for (const schema of [either, anything]) {
    assert.deepEqual(JSON.parse(JSON.stringify(serialSchema(schema))), JSON.parse(JSON.stringify(schema)));
  }
});
