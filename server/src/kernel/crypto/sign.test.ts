import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { serviceSignature, standardSignature } from './sign.ts';

const id = 'evt_5t8w1n4q7z0c3f6j9m2p5s8v';
const body = Buffer.from(
  `{"id":"${id}","type":"webhook.test","apiVersion":"v1","createdAt":"2026-03-02T09:00:00.000Z",` +
    '"data":{"webhook":{"id":"whk_2a5d8g1k4n7r0u3x6b9e2h5l","name":"Orders"},"message":"Test event","profileIds":[]}}',
);
const timestamp = 1772442000;

test('signs the documented example byte for byte', () => {
  const secret = 'whsec_3b1f0c5a9d7e4286';
  assert.equal(body.length, 228);
  assert.equal(
    serviceSignature({ secret, timestamp, body }),
    'v1=cf83f8042987d1d6ac9f9fe0dcb4a4437a190b5c9f07d27f65f81b44160c3297',
  );
  assert.equal(standardSignature({ id, secret, timestamp, body }), 'v1,3CtswvZztTSraqyK8/nWnBAzw/64eWg6RESihZZ408o=');
});

test('the standard signature decodes a secret only when it is whsec_ with padded base64', () => {
  const expected = (key: Buffer): string =>
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  const bytes = Buffer.from('0123456789abcdefghijklmn?');
  const decoded = `whsec_${bytes.toString('base64')}`;
  assert.equal(standardSignature({ id, secret: decoded, timestamp, body }), expected(bytes));
  for (const secret of [
    'plain',
    'whsec_',
    'whsec_abc',
    'whsec_ab-_',
    `x${decoded}`,
    decoded.replace(/=+$/, ''),
    'ümläut',
  ]) {
    assert.equal(standardSignature({ id, secret, timestamp, body }), expected(Buffer.from(secret)), secret);
  }
});
