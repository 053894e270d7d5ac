import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nearest } from './nearest.ts';

const candidates = ['HERALD_DATA_DIR', 'HERALD_ENV', 'PORT'];

test('finds the intended word for a typo', () => {
  assert.equal(nearest('HERALD_DATADIR', candidates), 'HERALD_DATA_DIR');
  assert.equal(nearest('HERALD_DATA_DRI', candidates), 'HERALD_DATA_DIR');
  assert.equal(nearest('HERALD_EVN', candidates), 'HERALD_ENV');
  assert.equal(nearest('PROT', candidates), 'PORT');
});

test('finds nothing for a word far from all candidates or without candidates', () => {
  assert.equal(nearest('SOMETHING_ELSE', candidates), undefined);
  assert.equal(nearest('PORT', []), undefined);
});

test('prefers an exact match over a near one', () => {
  assert.equal(nearest('cart', ['carts', 'cart', 'card']), 'cart');
});

test('every word is nearest to itself, even with one extra letter', () => {
  const words = fc.stringMatching(/^[A-Z_]{1,20}$/);
  fc.assert(
    fc.property(words, (word) => {
      assert.equal(nearest(word, ['#'.repeat(30), word]), word);
      assert.equal(nearest(`${word}X`, ['#'.repeat(30), word]), word);
    }),
  );
});
