import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { secureRandom, seededRandom } from './random.ts';
import { createSealer, SealBroken, type SealContext } from './seal.ts';
import type { SealKey } from './seal-keys.ts';

const key = (id: string): SealKey => ({ id, secret: Buffer.from(seededRandom(id).bytes(32)) });
const sealer = createSealer([key('k1')], secureRandom);
const sealContext: SealContext = { table: 'webhooks', row: 'whk_1', column: 'secret', owner: 'usr_1' };

test('opens any sealed text in its own context', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      (text) => sealer.open(sealer.seal(text, sealContext), sealContext) === text,
    ),
  );
});

test('sealing the same text twice yields different ciphertexts that reveal nothing of it', () => {
  const [one, two] = [sealer.seal('hidden-word', sealContext), sealer.seal('hidden-word', sealContext)];
  assert.notEqual(one, two);
  assert.match(one, /^v1\.k1\.[\w-]{16}\.[\w-]+$/);
  assert.ok(!Buffer.from(one.split('.')[3] ?? '', 'base64url').includes('hidden'));
});

test('does not open in another table, row, column or owner', () => {
  const sealed = sealer.seal('text', sealContext);
  for (const field of ['table', 'row', 'column', 'owner'] as const) {
    assert.throws(() => sealer.open(sealed, { ...sealContext, [field]: 'other' }), SealBroken, field);
  }
});

test('does not open after changing any single character', () => {
  const sealed = sealer.seal('a text of some length', sealContext);
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = `${sealed.slice(0, index)}${sealed[index] === 'A' ? 'B' : 'A'}${sealed.slice(index + 1)}`;
    assert.throws(() => sealer.open(changed, sealContext), SealBroken, changed);
  }
});

test('rejects a tag shortened to any length', () => {
  const sealed = sealer.seal('text', sealContext);
  const [version, id, iv, body = ''] = sealed.split('.');
  const bytes = Buffer.from(body, 'base64url');
  for (let length = 0; length < bytes.length; length += 1) {
    const cut = [version, id, iv, bytes.subarray(0, length).toString('base64url')].join('.');
    assert.throws(() => sealer.open(cut, sealContext), SealBroken);
  }
});

test('the first key seals and every listed key opens; a removed one does not', () => {
  const old = sealer.seal('text', sealContext);
  const both = createSealer([key('k2'), key('k1')], secureRandom);
  assert.equal(both.open(old, sealContext), 'text');
  assert.match(both.seal('text', sealContext), /^v1\.k2\./);
  assert.throws(() => createSealer([key('k2')], secureRandom).open(old, sealContext), /the key "k1" is not known/);
});

test('another key under the same ID does not open', () => {
  const imposter = createSealer([{ id: 'k1', secret: key('other').secret }], secureRandom);
  assert.throws(() => imposter.open(sealer.seal('text', sealContext), sealContext), SealBroken);
});

test('rejects text that was never sealed', () => {
  for (const text of ['', 'text', 'v1.k1', 'v2.k1.AAAAAAAAAAAAAAAA.AAAA', 'v1..a.b', 'v1.k1.AA.AA']) {
    assert.throws(() => sealer.open(text, sealContext), SealBroken, text);
  }
});
