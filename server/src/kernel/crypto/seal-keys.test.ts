import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from './random.ts';
import { formatSealKey, parseSealKeys } from './seal-keys.ts';

const secret = (seed: string): Buffer => Buffer.from(seededRandom(seed).bytes(32));

test('parses formatted keys back, in the same order', () => {
  const keys = ['new', 'old'].map((id) => ({ id, secret: secret(id) }));
  assert.deepEqual(parseSealKeys(keys.map(formatSealKey).join(', ')), keys);
});

test('rejects a key that is not an ID and 32 bytes of base64, and explains how to generate one', () => {
  const good = secret('x').toString('base64');
  for (const text of ['', good, `k1:${good.slice(4)}`, `k1:${good}A`, `k 1:${good}`, `k1:${good},`, 'k1:', 'k1:!!!!']) {
    const fault = parseSealKeys(text);
    assert.ok(typeof fault === 'string', text);
    assert.match(fault, /openssl rand -base64 32/);
  }
});

test('rejects a repeated key ID', () => {
  const text = ['a', 'b'].map((seed) => formatSealKey({ id: 'k1', secret: secret(seed) })).join(',');
  assert.equal(parseSealKeys(text), 'contains a key ID twice');
});
