import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onServer } from '../../../test/database.ts';
import { assertError, makeKey, makeProfile } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { untilBlocked } from '../../../test/wait-for.ts';

const t = await startTestApp();

const insertKeys = `
  INSERT INTO api_keys (id, owner_id, name, hash, preview, scope, permission, created_at)
  SELECT $1 || n, $1, 'Filler', sha256(($1 || n)::bytea), 'hrd_live_000000000...', 'full', 'read', herald_now()
    FROM generate_series($2::int, $3::int) AS n`;

/** Every user starts with a key, which makes 99. */
async function userWith99Keys(): Promise<TestUser> {
  const user = await t.newUser();
  await t.sql(insertKeys, [user.ownerId, 1, 98]);
  return user;
}

test('one of ten concurrent creates succeeds at 99 keys', async () => {
  const user = await userWith99Keys();
  const creates = Array.from({ length: 10 }, () => user.call('POST', '/v1/api-keys', { body: { name: 'Key' } }));
  const statuses = (await Promise.all(creates)).map((response) => response.status);
  assert.equal(statuses.filter((status) => status === 201).length, 1);
  assert.equal(statuses.filter((status) => status === 409).length, 9);
  const rows = await t.sql('SELECT id FROM api_keys WHERE owner_id = $1', [user.ownerId]);
  assert.equal(rows.length, 100);
});

test('a create waits for a concurrent transaction that takes the last place', async () => {
  const user = await userWith99Keys();
  const response = await onServer(t.databaseUrl, async (rival) => {
    await rival.query('BEGIN');
    await rival.query('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [user.ownerId]);
    await rival.query(insertKeys, [user.ownerId, 99, 99]);
    const created = user.call('POST', '/v1/api-keys', { body: { name: 'Key' } });
    await Promise.race([untilBlocked(t), created]);
    await rival.query('COMMIT');
    return created;
  });
  assertError(response, 409, { code: 'limitReached' });
});

test('one of ten concurrent deletes of a key succeeds', async () => {
  const user = await t.newUser();
  const { id } = await makeKey(user.call);
  const deletes = Array.from({ length: 10 }, () => user.call('DELETE', `/v1/api-keys/${id}`));
  const statuses = (await Promise.all(deletes)).map((response) => response.status);
  assert.equal(statuses.filter((status) => status === 200).length, 1);
  assert.equal(statuses.filter((status) => status === 404).length, 9);
});

test('creates keys limited to a profile while the profile is renamed', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  const work = Array.from({ length: 12 }, (_, n) => [
    makeKey(user.call, { scope: 'profiles', profileIds: [_id] }),
    user.call('PUT', `/v1/profiles/${_id}`, { body: { name: `Name ${n}` } }).then((response) => {
      assert.equal(response.status, 200, response.text);
    }),
  ]);
  await Promise.all(work.flat());
});
