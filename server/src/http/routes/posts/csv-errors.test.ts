import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf, sendCsv } from '../../../../test/data/csv.ts';
import { onServer } from '../../../../test/database.ts';
import { exportCsv } from '../../../../test/data/exported.ts';
import { assertError, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type Call } from '../../../../test/harness.ts';
import { spaceOnly } from '../../../../test/space-only.ts';
import { responseToStalled } from '../../../../test/stalled-request.ts';

// The generic suites cover JSON endpoints only.

const room = { freeBytes: 50e9, totalBytes: 100e9 };
const t = await startTestApp({ storage: spaceOnly(room) });
const file = csvOf({ post_content: 'Hello', platforms: 'telegram', profiles: 'Main', is_draft: 'true' });
const unknownKey = `hrd_live_${'0'.repeat(64)}`;

const sends: Record<string, (call: Call, headers?: Record<string, string>) => ReturnType<Call>> = {
  'POST /v1/posts/bulk-upload': (call, headers = {}) =>
    call('POST', '/v1/posts/bulk-upload', { payload: file, headers: { 'content-type': 'text/csv', ...headers } }),
  'GET /v1/posts/export.csv': (call, headers = {}) => call('GET', '/v1/posts/export.csv', { headers }),
};

for (const [name, send] of Object.entries(sends)) {
  test(`${name}: returns 401 without a key, with a malformed one and with an unknown one`, async () => {
    for (const headers of [{}, { authorization: 'Bearer nonsense' }, { authorization: `Bearer ${unknownKey}` }]) {
      assertError(await send(t.call, headers), 401, { error: 'Unauthorized' });
    }
  });

  test(`${name}: returns 415 for an encoded body, before checking the key`, async () => {
    const response = await send(t.call, { 'content-encoding': 'gzip' });
    assertError(response, 415, { error: 'Unsupported content encoding' });
  });

  test(`${name}: returns 429 once the request budget of the plan is spent`, async () => {
    const user = await t.newUser('free');
    await t.sql(
      `INSERT INTO request_budgets (owner_id, full_at, admitted) VALUES ($1, herald_now() + interval '1 minute', true)`,
      [user.ownerId],
    );
    assertError(await send(user.call), 429, { error: 'rate_limited', retryAfter: 1 });
  });
}

test('returns 500 naming the operation and 503 while the database is unreachable, and recovers from both', async () => {
  const user = await t.newUser();
  await t.sql('ALTER TABLE profiles RENAME TO elsewhere');
  assertError(await sendCsv(user.call, file), 500, { error: 'Failed to upload posts' });
  await t.sql('ALTER TABLE elsewhere RENAME TO profiles');
  await t.sql('ALTER TABLE posts RENAME TO elsewhere');
  assertError(await user.call('GET', '/v1/posts/export.csv'), 500, { error: 'Failed to export posts' });
  await t.sql('ALTER TABLE elsewhere RENAME TO posts');
  const admin = new URL(t.databaseUrl);
  const name = admin.pathname.slice(1);
  admin.pathname = '/postgres';
  await onServer(admin.href, async (client) => {
    await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  });
  for (const send of Object.values(sends)) {
    const response = await send(user.call);
    assertError(response, 503, { error: 'Service unavailable' });
    assert.match(String(response.headers['retry-after']), /^[1-9]\d*$/);
  }
  await onServer(admin.href, (client) => client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`));
  assert.match(await exportCsv(user.call), /^post_content,/);
});

test('a read-only key can export but not upload, nor can a limited key whose profiles are deleted', async () => {
  const user = await t.newUser();
  const reader = t.as((await makeKey(user.call, { permission: 'read' })).key);
  assert.match(await exportCsv(reader), /^post_content,/);
  assertError(await sendCsv(reader, file), 403, { error: 'API key requires read_write permission' });
  const profile = await makeProfile(user.call);
  const limited = t.as((await makeKey(user.call, { scope: 'profiles', profileIds: [profile._id] })).key);
  await user.call('DELETE', `/v1/profiles/${profile._id}`);
  assertError(await sendCsv(limited, file), 403, { code: 'forbidden' });
});

test('returns 507 for an upload while the disk is almost full, but accepts a dry run', async () => {
  const user = await t.newUser();
  room.freeBytes = 0.9e9;
  assertError(await sendCsv(user.call, file), 507, { error: 'Insufficient storage' });
  assert.equal((await sendCsv(user.call, file, { query: '?dryRun=true' })).status, 200);
  room.freeBytes = 50e9;
});

test('returns 408 for a file that does not arrive', async () => {
  const user = await t.newUser();
  const head = ['POST /v1/posts/bulk-upload HTTP/1.1', 'Host: herald', `Authorization: Bearer ${user.key}`];
  const text = await responseToStalled(t, [
    ...head,
    'Content-Type: text/csv',
    'Content-Length: 10000',
    '',
    'post_content,',
  ]);
  assert.match(text, /^HTTP\/1\.1 408 Request Timeout[\s\S]*"error":"Request timeout"/);
});
