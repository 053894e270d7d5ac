import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeProfile } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';

const open = await startTestApp();
const guarded = await startTestApp({ environment: { HERALD_METRICS_TOKEN: 'a-metrics-token' } });
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test('returns Prometheus text without a key when no token is configured', async () => {
  const { status, headers, text } = await open.call('GET', '/metrics');
  assert.equal(status, 200);
  assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
  assert.match(text, /^herald_database_connections\{state="open"\} \d+$/m);
});

test('returns 200 with the configured token and 401 without it, with another one and with an API key', async () => {
  const user = await guarded.newUser();
  for (const request of [{}, withToken('another'), withToken(user.key)]) {
    assertError(await guarded.call('GET', '/metrics', request), 401, { error: 'Unauthorized' });
  }
  assert.equal((await guarded.call('GET', '/metrics', withToken('a-metrics-token'))).status, 200);
});

test('counts requests by method, route pattern and status', async () => {
  const user = await open.newUser();
  const profile = await makeProfile(user.call);
  await user.call('GET', `/v1/profiles/${profile._id}`);
  await user.call('GET', '/v1/profiles/prf_unknown');
  const { text } = await open.call('GET', '/metrics');
  for (const status of [200, 404]) {
    const labels = `{method="GET",route="/v1/profiles/:profileId",status="${status}"}`;
    assert.ok(text.includes(`herald_http_request_duration_seconds_count${labels}`), labels);
  }
});

test('no label contains a raw path, an owner, a key or a query', async () => {
  const user = await open.newUser();
  const profile = await makeProfile(user.call);
  await user.call('GET', `/v1/profiles/${profile._id}?secret=query`);
  await user.call('GET', '/no/such/path');
  const { text } = await open.call('GET', '/metrics');
  const keys = await open.sql<{ id: string }>('SELECT id FROM api_keys');
  assert.ok(keys.length > 0);
  const forbidden = [profile._id, user.ownerId, user.key, 'secret', '/no/such/path', ...keys.map(({ id }) => id)];
  for (const value of forbidden) assert.ok(!text.includes(value), value);
  assert.ok(text.includes('route="none"'));
});

test('in production without a token, serves only requests from the same machine', async () => {
  const production = await startTestApp({
    environment: {
      HERALD_ENV: 'production',
      HERALD_PUBLIC_URL: 'https://herald.example',
      HERALD_TOKEN_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    },
  });
  assert.equal((await production.call('GET', '/metrics')).status, 200);
  const proxied = { headers: { 'x-forwarded-for': '203.0.113.7' } };
  assertError(await production.call('GET', '/metrics', proxied), 401, { error: 'Unauthorized' });
  const remote = await production.app.http.inject({ url: '/metrics', remoteAddress: '203.0.113.7' });
  assert.equal(remote.statusCode, 401);
});
