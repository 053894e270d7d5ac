import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../src/http/routes/index.ts';
import { onServer } from '../database.ts';
import { assertError } from '../factories.ts';
import { startTestApp } from '../harness.ts';

// What every endpoint answers when the ground gives way: the caller learns what failed and nothing else.

const json = routes.filter((route) => route.kind === 'json');
const pathOf = (path: string): string => path.replaceAll(/\{\w+\}/g, 'unknown');

test('an unexpected error is a 500 that names the operation and leaks nothing', async () => {
  const t = await startTestApp();
  const user = await t.newUser();
  await t.sql('ALTER TABLE api_keys RENAME TO elsewhere');
  for (const route of json) {
    const answer = await user.call(route.method, pathOf(route.path), route.body === undefined ? {} : { body: {} });
    assertError(answer, 500, { error: `Failed to ${route.operation}` });
    assert.deepEqual(Object.keys(answer.body), ['error']);
  }
  const logged = t.log.join('');
  assert.match(logged, /relation \\"api_keys\\" does not exist/, 'the cause is in the log');
  assert.ok(!logged.includes(user.key), 'the key is not');
});

test('every write returns 507 while the disk of the database is almost full, reads pass, and both work again after', async () => {
  const room = { freeBytes: 100e9, totalBytes: 100e9 };
  const t = await startTestApp({ databaseSpace: async () => room });
  const user = await t.newUser();
  room.freeBytes = 4e9;
  await t.advance(1000);
  for (const route of json) {
    const answer = await user.call(route.method, pathOf(route.path), route.body === undefined ? {} : { body: {} });
    if (route.access === 'read') assert.notEqual(answer.status, 507, route.path);
    else assertError(answer, 507, { error: 'Insufficient storage' });
  }
  const ready = await t.call('GET', '/readyz');
  assert.deepEqual([ready.status, ready.body.checks.databaseDisk], [200, 'writesRefused']);
  room.freeBytes = 6e9;
  await t.advance(1000);
  assert.equal((await user.call('POST', '/v1/profiles', { body: { name: 'Again' } })).status, 201);
  assert.equal((await t.call('GET', '/readyz')).body.checks.databaseDisk, 'ok');
});

test('a lost database is a 503 with Retry-After, and the process recovers by itself', async () => {
  const t = await startTestApp();
  const user = await t.newUser();
  const name = new URL(t.databaseUrl).pathname.slice(1);
  const admin = new URL(t.databaseUrl);
  admin.pathname = '/postgres';
  await onServer(admin.href, async (client) => {
    await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  });
  for (const route of json) {
    const answer = await user.call(route.method, pathOf(route.path), route.body === undefined ? {} : { body: {} });
    assertError(answer, 503, { error: 'Service unavailable' });
    assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
  }
  const ready = await t.call('GET', '/readyz');
  assert.equal(ready.status, 503);
  assert.equal(ready.body.checks.database, 'unreachable');
  assert.equal((await t.call('GET', '/healthz')).status, 200);

  await onServer(admin.href, (client) => client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`));
  assert.equal((await user.call('GET', '/v1/profiles')).status, 200);
  assert.equal((await t.call('GET', '/readyz')).status, 200);
});
