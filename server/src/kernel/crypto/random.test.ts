import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { secureRandom, seededRandom } from './random.ts';

test('both sources return the requested number of bytes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), (count) => {
      assert.equal(seededRandom('seed').bytes(count).length, count);
      assert.equal(secureRandom.bytes(count).length, count);
    }),
  );
});

test('the same seed produces the same bytes, another seed different ones', () => {
  assert.deepEqual(seededRandom('a').bytes(64), seededRandom('a').bytes(64));
  assert.notDeepEqual(seededRandom('a').bytes(64), seededRandom('b').bytes(64));
});

test('no source repeats itself between calls', () => {
  for (const random of [seededRandom('a'), secureRandom]) assert.notDeepEqual(random.bytes(32), random.bytes(32));
});
