import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHandlers } from './handler.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

test('one handler for each definition is accepted', () => {
  checkHandlers(named('a', 'b'), ['b', 'a']);
});

test('a definition without a handler, or with two, and a handler of nothing stop the start', () => {
  assert.throws(() => checkHandlers(named('a'), ['a', 'b']), /b has no handler/);
  assert.throws(() => checkHandlers(named('a', 'a'), ['a']), /a has two handlers/);
  assert.throws(() => checkHandlers(named('a', 'b'), ['a']), /b is not defined/);
});
