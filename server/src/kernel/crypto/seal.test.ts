import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { secureRandom, seededRandom } from './random.ts';
import { createSealer, SealBroken, type Place } from './seal.ts';
import type { SealKey } from './seal-keys.ts';

const key = (id: string): SealKey => ({ id, secret: Buffer.from(seededRandom(id).bytes(32)) });
const sealer = createSealer([key('k1')], secureRandom);
const place: Place = { table: 'webhooks', row: 'whk_1', column: 'secret', owner: 'usr_1' };

test('whatever is sealed opens in its own place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => sealer.open(sealer.seal(text, place), place) === text),
  );
});

test('the same text never looks the same twice, and shows nothing of itself', () => {
  const [one, two] = [sealer.seal('hidden-word', place), sealer.seal('hidden-word', place)];
  assert.notEqual(one, two);
  assert.match(one, /^v1\.k1\.[\w-]{16}\.[\w-]+$/);
  assert.ok(!Buffer.from(one.split('.')[3] ?? '', 'base64url').includes('hidden'));
});

test('moved to another table, row, column or owner it does not open', () => {
  const sealed = sealer.seal('text', place);
  for (const field of ['table', 'row', 'column', 'owner'] as const) {
    assert.throws(() => sealer.open(sealed, { ...place, [field]: 'other' }), SealBroken, field);
  }
});

test('with any one character changed it does not open', () => {
  const sealed = sealer.seal('a text of some length', place);
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = `${sealed.slice(0, index)}${sealed[index] === 'A' ? 'B' : 'A'}${sealed.slice(index + 1)}`;
    assert.throws(() => sealer.open(changed, place), SealBroken, changed);
  }
});

test('a tag cut to four bytes is refused, and so is every other length', () => {
  const sealed = sealer.seal('text', place);
  const [version, id, iv, body = ''] = sealed.split('.');
  const bytes = Buffer.from(body, 'base64url');
  for (let length = 0; length < bytes.length; length += 1) {
    const cut = [version, id, iv, bytes.subarray(0, length).toString('base64url')].join('.');
    assert.throws(() => sealer.open(cut, place), SealBroken);
  }
});

test('the first key seals and every listed key opens; a removed one does not', () => {
  const old = sealer.seal('text', place);
  const both = createSealer([key('k2'), key('k1')], secureRandom);
  assert.equal(both.open(old, place), 'text');
  assert.match(both.seal('text', place), /^v1\.k2\./);
  assert.throws(() => createSealer([key('k2')], secureRandom).open(old, place), /the key "k1" is not known/);
});

test('another key under the same id does not open', () => {
  const imposter = createSealer([{ id: 'k1', secret: key('other').secret }], secureRandom);
  assert.throws(() => imposter.open(sealer.seal('text', place), place), SealBroken);
});

test('what was never sealed is refused', () => {
  for (const text of ['', 'text', 'v1.k1', 'v2.k1.AAAAAAAAAAAAAAAA.AAAA', 'v1..a.b', 'v1.k1.AA.AA']) {
    assert.throws(() => sealer.open(text, place), SealBroken, text);
  }
});
