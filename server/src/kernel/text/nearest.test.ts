import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nearest } from './nearest.ts';

const candidates = ['HERALD_DATA_DIR', 'HERALD_ENV', 'PORT'];

test('a slip of the hand finds the word that was meant', () => {
  assert.equal(nearest('HERALD_DATADIR', candidates), 'HERALD_DATA_DIR');
  assert.equal(nearest('HERALD_DATA_DRI', candidates), 'HERALD_DATA_DIR');
  assert.equal(nearest('HERALD_EVN', candidates), 'HERALD_ENV');
  assert.equal(nearest('PROT', candidates), 'PORT');
});

test('a word far from all finds none, and so does any word among none', () => {
  assert.equal(nearest('SOMETHING_ELSE', candidates), undefined);
  assert.equal(nearest('PORT', []), undefined);
});

test('the nearest wins over one that is near too', () => {
  assert.equal(nearest('cart', ['carts', 'cart', 'card']), 'cart');
});

test('every word is nearest to itself, and to itself with one letter more', () => {
  const words = fc.stringMatching(/^[A-Z_]{1,20}$/);
  fc.assert(
    fc.property(words, (word) => {
      assert.equal(nearest(word, ['#'.repeat(30), word]), word);
      assert.equal(nearest(`${word}X`, ['#'.repeat(30), word]), word);
    }),
  );
});
