import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSameSecret, sha256 } from './secret.ts';

test('the hash is SHA-256 over the UTF-8 bytes', () => {
  assert.equal(sha256('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.equal(sha256('').toString('hex'), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('compares secrets by content, whatever their lengths', () => {
  assert.equal(isSameSecret('secret', 'secret'), true);
  for (const other of ['', 'secre', 'secret ', 'Secret', 'secrets']) assert.equal(isSameSecret(other, 'secret'), false);
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => isSameSecret(a, b) === (a === b)));
});
