import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BoundedMap } from './bounded-map.ts';

test('returns an entry until it is deleted', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  assert.equal(map.get('a'), 1);
  map.delete('a');
  assert.equal(map.get('a'), undefined);
  assert.equal(map.size, 0);
});

test('a full map evicts its oldest entry', () => {
  const map = new BoundedMap<string, number>(2);
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index);
  assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [undefined, 1, 2]);
});

test('setting an entry again makes it the newest', () => {
  const map = new BoundedMap<string, number>(2);
  for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) map.set(key, index);
  assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [2, undefined, 3]);
});

test('the size never exceeds its bound, and the newest entries are kept', () => {
  const keys = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1 });
  fc.assert(
    fc.property(keys, fc.integer({ min: 1, max: 10 }), (inserted, bound) => {
      const map = new BoundedMap<number, true>(bound);
      for (const key of inserted) map.set(key, true);
      const newest = [...new Set(inserted.toReversed())].slice(0, bound);
      assert.equal(map.size, newest.length);
      for (const key of newest) assert.equal(map.get(key), true);
    }),
  );
});
