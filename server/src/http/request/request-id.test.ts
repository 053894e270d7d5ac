import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../test/harness.ts';

const t = await startTestApp();
const generated = /^req_[0-9a-z]{24}$/;

async function requestIdFor(header: string | undefined, path = '/healthz'): Promise<unknown> {
  const { headers } = await t.call('GET', path, { headers: header === undefined ? {} : { 'x-request-id': header } });
  return headers['x-request-id'];
}

test('echoes a request ID of 1 to 255 visible ASCII characters', async () => {
  for (const id of ['a', '!~"<>', 'x'.repeat(255)]) assert.equal(await requestIdFor(id), id);
});

test('generates a request ID when it is missing or unusable', async () => {
  for (const id of [undefined, '', 'two words', 'x'.repeat(256), 'caf\u00e9', 'tab\there', 'one, two']) {
    assert.match(String(await requestIdFor(id)), generated, id);
  }
});

test('generates a different ID for each request', async () => {
  assert.notEqual(await requestIdFor(undefined), await requestIdFor(undefined));
});

test('error responses carry the request ID on every path', async () => {
  for (const path of ['/v1/profiles', '/no/such/path', '/%zz']) assert.equal(await requestIdFor('mine', path), 'mine');
});

test('logs the request under the same ID', async () => {
  await requestIdFor('find-me-in-the-log');
  assert.ok(t.log.some((line) => line.includes('"requestId":"find-me-in-the-log"')));
});
