import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from './random.ts';
import { formatSealKey, parseSealKeys } from './seal-keys.ts';

const secret = (seed: string): Buffer => Buffer.from(seededRandom(seed).bytes(32));

test('what is written is read back, in its order', () => {
  const keys = ['new', 'old'].map((id) => ({ id, secret: secret(id) }));
  assert.deepEqual(parseSealKeys(keys.map(formatSealKey).join(', ')), keys);
});

test('a key that is not 32 bytes of base64 with an id is refused, with how to make one', () => {
  const good = secret('x').toString('base64');
  for (const text of ['', good, `k1:${good.slice(4)}`, `k1:${good}A`, `k 1:${good}`, `k1:${good},`, 'k1:', 'k1:!!!!']) {
    const fault = parseSealKeys(text);
    assert.ok(typeof fault === 'string', text);
    assert.match(fault, /openssl rand -base64 32/);
  }
});

test('an id must not stand for two keys', () => {
  const text = ['a', 'b'].map((seed) => formatSealKey({ id: 'k1', secret: secret(seed) })).join(',');
  assert.equal(parseSealKeys(text), 'names a key id twice');
});
