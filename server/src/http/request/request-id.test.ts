import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../test/harness.ts';

const t = await startTestApp();
const generated = /^req_[0-9a-z]{24}$/;

async function requestIdFor(given: string | undefined, path = '/healthz'): Promise<unknown> {
  const { headers } = await t.call('GET', path, { headers: given === undefined ? {} : { 'x-request-id': given } });
  return headers['x-request-id'];
}

test('an id of 1 to 255 visible ASCII characters is echoed', async () => {
  for (const id of ['a', '!~"<>', 'x'.repeat(255)]) assert.equal(await requestIdFor(id), id);
});

test('without an id, and with one that is not usable, Herald makes one', async () => {
  for (const id of [undefined, '', 'two words', 'x'.repeat(256), 'caf\u00e9', 'tab\there', 'one, two']) {
    assert.match(String(await requestIdFor(id)), generated, id);
  }
});

test('two requests never get the same generated id', async () => {
  assert.notEqual(await requestIdFor(undefined), await requestIdFor(undefined));
});

test('errors carry the id too, whoever answers them', async () => {
  for (const path of ['/v1/profiles', '/no/such/path', '/%zz']) assert.equal(await requestIdFor('mine', path), 'mine');
});

test('the log names the request by the same id', async () => {
  await requestIdFor('find-me-in-the-log');
  assert.ok(t.log.some((line) => line.includes('"reqId":"find-me-in-the-log"')));
});
