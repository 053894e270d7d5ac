import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { freeSlug, slugBase } from './profile-slug.ts';

test('a slug is the lowercase name with runs of other characters replaced by one hyphen', () => {
  assert.equal(slugBase('My Shop'), 'my-shop');
  assert.equal(slugBase('  --Café & Bar!-- '), 'caf-bar');
  assert.equal(slugBase('2026'), '2026');
});

test('a name without usable characters becomes "profile"', () => {
  assert.equal(slugBase('日本'), 'profile');
  assert.equal(slugBase('---'), 'profile');
});

test('appends the first free number from 2 when the slug is taken', () => {
  assert.equal(freeSlug('shop', new Set()), 'shop');
  assert.equal(freeSlug('shop', new Set(['shop'])), 'shop-2');
  assert.equal(freeSlug('shop', new Set(['shop', 'shop-2', 'shop-4'])), 'shop-3');
});

test('a slug contains only a-z, 0-9 and single hyphens and never starts or ends with a hyphen', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slugBase(name))));
});
