import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import { createNotFound } from './not-found.ts';
import { routes } from '../routes/index.ts';

const t = await startTestApp();

test('returns 404 for an unknown path, with and without a key', async () => {
  const user = await t.newUser();
  for (const call of [t.call, user.call]) {
    for (const path of ['/nothing', '/v1', '/v1/nothing', '/V1/profiles', '/v2/profiles', '//v1/profiles']) {
      assertError(await call('GET', path), 404, { error: 'Not found' });
    }
  }
});

test('returns 404 for a trailing slash', async () => {
  for (const path of ['/healthz/', '/v1/profiles/', '/v1/profiles/prf_x/', '/v1/openapi.json/']) {
    assertError(await t.call('GET', path), 404, { error: 'Not found' });
  }
});

test('returns 404 for malformed percent-encoding', async () => {
  for (const path of ['/%', '/%zz', '/v1/profiles/%', '/v1/profiles/%e0%a4%a', '/v1/profiles/%ff']) {
    assertError(await t.call('GET', path), 404, { error: 'Not found' });
  }
});

test('returns 405 with Allow for a known path under another method, before checking the key', async () => {
  const cases = [
    ['PATCH', '/v1/profiles', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/profiles', 'GET, HEAD, POST'],
    ['POST', '/v1/profiles/prf_x', 'GET, HEAD, PUT, DELETE'],
    ['GET', '/v1/api-keys/key_x', 'DELETE'],
    ['DELETE', '/healthz', 'GET, HEAD'],
  ] as const;
  for (const [method, path, allow] of cases) {
    const response = await t.call(method, `${path}?a=b`);
    assertError(response, 405, { error: 'Method not allowed' });
    assert.equal(response.headers['allow'], allow, `${method} ${path}`);
  }
});

test('HEAD returns the status and headers of GET without the body', async () => {
  const user = await t.newUser();
  for (const path of ['/v1/profiles', '/v1/usage', '/healthz', '/v1/openapi.json', '/docs/']) {
    const [get, head] = [await user.call('GET', path), await user.call('HEAD', path)];
    assert.equal(head.status, 200, path);
    assert.equal(head.text, '');
    assert.equal(head.headers['content-length'], get.headers['content-length']);
  }
  assert.equal((await t.call('HEAD', '/v1/profiles')).status, 401);
});

test('a dot in a path is not a wildcard', () => {
  const notFound = createNotFound(routes);
  assert.equal(notFound('POST', '/v1/openapi.json').code, 'methodNotAllowed');
  assert.equal(notFound('POST', '/v1/openapiXjson').code, 'notFound');
});

test('a path parameter is exactly one non-empty segment', () => {
  const notFound = createNotFound(routes);
  assert.equal(notFound('POST', '/v1/profiles/a').code, 'methodNotAllowed');
  assert.equal(notFound('POST', '/v1/profiles/').code, 'notFound');
  assert.equal(notFound('POST', '/v1/profiles/a/b').code, 'notFound');
});

test('returns 404 and 405 before reading the body or its content type', async () => {
  const payload = 'x'.repeat(1024 * 1024 + 1);
  for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'nonsense' }]) {
    assertError(await t.call('POST', '/v1/nothing', { payload, headers }), 404, { error: 'Not found' });
    assertError(await t.call('PATCH', '/v1/profiles', { payload, headers }), 405, { error: 'Method not allowed' });
  }
  assertError(await t.call('PUT', '/v1/profiles/', { body: {} }), 404, { error: 'Not found' });
});

test('treats a percent-encoded path as the decoded path', async () => {
  assertError(await t.call('PATCH', '/v1/%70rofiles'), 405, { error: 'Method not allowed' });
});
