import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../src/http/routes/index.ts';
import { onServer } from '../database.ts';
import { assertError } from '../factories.ts';
import { startTestApp } from '../harness.ts';

// Responses to internal failures name only what failed.

const json = routes.filter((route) => route.kind === 'json');
const pathOf = (path: string): string => path.replaceAll(/\{\w+\}/g, 'unknown');

test('returns 500 naming the operation for an unexpected error and leaks nothing', async () => {
  const t = await startTestApp();
  const user = await t.newUser();
  await t.sql('ALTER TABLE api_keys RENAME TO elsewhere');
  for (const route of json) {
    const response = await user.call(route.method, pathOf(route.path), route.body === undefined ? {} : { body: {} });
    assertError(response, 500, { error: `Failed to ${route.operation}` });
    assert.deepEqual(Object.keys(response.body), ['error']);
  }
  const logged = t.log.join('');
  assert.match(logged, /relation \\"api_keys\\" does not exist/, 'the cause is in the log');
  assert.ok(!logged.includes(user.key), 'the key is not');
});

test('writes return 507 and reads pass while the database disk is almost full, and both recover', async () => {
  const room = { freeBytes: 100e9, totalBytes: 100e9 };
  const t = await startTestApp({ databaseSpace: async () => room });
  const user = await t.newUser();
  room.freeBytes = 4e9;
  await t.advance(1000);
  for (const route of json) {
    const response = await user.call(route.method, pathOf(route.path), route.body === undefined ? {} : { body: {} });
    if (route.access === 'read') assert.notEqual(response.status, 507, route.path);
    else assertError(response, 507, { error: 'Insufficient storage' });
  }
  const ready = await t.call('GET', '/readyz');
  assert.deepEqual([ready.status, ready.body.checks.databaseDisk], [200, 'writesRefused']);
  room.freeBytes = 6e9;
  await t.advance(1000);
  assert.equal((await user.call('POST', '/v1/profiles', { body: { name: 'Again' } })).status, 201);
  assert.equal((await t.call('GET', '/readyz')).body.checks.databaseDisk, 'ok');
});

test('returns 503 with Retry-After while the database is lost, and recovers without a restart', async () => {
  const t = await startTestApp();
  const user = await t.newUser();
  const name = new URL(t.databaseUrl).pathname.slice(1);
  const admin = new URL(t.databaseUrl);
  admin.pathname = '/postgres';
  await onServer(admin.href, async (client) => {
    await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  });
  // Each response waits for a connection first.
  await Promise.all(
    json.map(async (route) => {
      const response = await user.call(route.method, pathOf(route.path), route.body === undefined ? {} : { body: {} });
      assertError(response, 503, { error: 'Service unavailable' });
      assert.match(String(response.headers['retry-after']), /^[1-9]\d*$/);
    }),
  );
  const ready = await t.call('GET', '/readyz');
  assert.equal(ready.status, 503);
  assert.equal(ready.body.checks.database, 'unreachable');
  assert.equal((await t.call('GET', '/healthz')).status, 200);

  await onServer(admin.href, (client) => client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`));
  assert.equal((await user.call('GET', '/v1/profiles')).status, 200);
  assert.equal((await t.call('GET', '/readyz')).status, 200);
});

test('U+0000 in paths, queries and forms of streams and pages causes no 5xx and consumes no connect session', async () => {
  const t = await startTestApp({ sandbox: true });
  const user = await t.newUser();
  const others = routes.filter((route) => route.kind === 'stream' || route.kind === 'page');
  for (const { method, path } of others) {
    const target = path.replaceAll(/\{\w+\}/g, 'a%00b');
    const response = await user.call(method, `${target}?state=%00&code=%00`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' ? { payload: 'identifier=%00&state=%00' } : {}),
    });
    // Unknown parameters are ignored.
    const isRefused = response.status >= 400 || !path.includes('{');
    assert.ok(isRefused && response.status < 500, `${method} ${path} responded with ${response.status}`);
  }
  const profiles = await user.call('GET', '/v1/profiles');
  const profileId = profiles.body.profiles[0]._id;
  const started = await user.call('GET', `/v1/connect/instagram?profileId=${profileId}&sandbox=true`);
  const consent = await fetch(`${started.body.authUrl}&decision=approve`, { redirect: 'manual' });
  const back = new URL(consent.headers.get('location') ?? '');
  const damaged = await t.call('GET', `${back.pathname}${back.search}&error_description=%00`);
  assert.equal(damaged.status, 400);
  const response = await t.call('GET', `${back.pathname}${back.search}`);
  assert.ok(response.status < 400, response.text);
  assert.equal((await user.call('GET', '/v1/accounts')).body.accounts.length, 1);
});
