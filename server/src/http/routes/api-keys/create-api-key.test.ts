import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';

const t = await startTestApp();
const create = (user: TestUser, body: object) => user.call('POST', '/v1/api-keys', { body });

async function fillUpTo(user: TestUser, count: number): Promise<void> {
  await t.sql(
    `INSERT INTO api_keys (id, owner_id, name, hash, preview, scope, permission, created_at)
     SELECT $1 || n, $1, 'Filler', sha256(($1 || n)::bytea), 'hrd_live_000000000...', 'full', 'read', herald_now()
       FROM generate_series(2, $2::int) AS n`,
    [user.ownerId, count],
  );
}

test('returns 201 with the defaults when only a name is given', async () => {
  const user = await t.newUser();
  const { status, body } = await create(user, { name: 'Deploy' });
  assert.equal(status, 201);
  const { id, key, keyPreview, ...rest } = body.apiKey;
  assert.match(id, /^key_[0-9a-z]{24}$/);
  assert.match(key, /^hrd_live_[0-9a-f]{64}$/);
  assert.equal(keyPreview, `${key.slice(0, 18)}...`);
  assert.deepEqual(rest, {
    name: 'Deploy',
    createdAt: t.app.systemCtx.clock.now().toISOString(),
    lastUsedAt: null,
    scope: 'full',
    profileIds: [],
    permission: 'read-write',
  });
});

test('returns 201 with a key that works at once, limited to its permission', async () => {
  const user = await t.newUser();
  const { key } = await makeKey(user.call, { permission: 'read' });
  assert.equal((await t.as(key)('GET', '/v1/profiles')).status, 200);
  assert.equal((await t.as(key)('POST', '/v1/profiles', { body: { name: 'Shop' } })).status, 403);
});

test('returns the profiles with name and color for scope profiles', async () => {
  const user = await t.newUser();
  const { _id, name, color } = await makeProfile(user.call);
  const { body } = await create(user, { name: 'Limited', scope: 'profiles', profileIds: [_id] });
  assert.equal(body.apiKey.scope, 'profiles');
  assert.deepEqual(body.apiKey.profileIds, [{ _id, name, color }]);
});

test('stores a repeated profile ID once', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  const { body } = await create(user, { name: 'Limited', scope: 'profiles', profileIds: [_id, _id] });
  assert.equal(body.apiKey.profileIds.length, 1);
});

test('the full key appears in this response and nowhere else', async () => {
  const user = await t.newUser();
  const { key } = await makeKey(user.call);
  const secret = key.slice(18);
  const rows = await t.sql<{ text: string }>('SELECT k::text AS text FROM api_keys AS k');
  const list = await user.call('GET', '/v1/api-keys');
  assert.ok(rows.length >= 2);
  for (const text of [...rows.map((row) => row.text), list.text, ...t.log]) assert.ok(!text.includes(secret));
});

test('trims the name and requires 1 to 100 code points', async () => {
  const user = await t.newUser();
  assert.equal((await create(user, { name: ' Deploy ' })).body.apiKey.name, 'Deploy');
  assert.equal((await create(user, { name: '😀'.repeat(100) })).status, 201);
  for (const body of [{}, { name: null }, { name: 7 }, { name: ' ' }, { name: '😀'.repeat(101) }]) {
    assertError(await create(user, body), 400, { code: 'validation', param: 'name' });
  }
});

test('returns 400 for an unknown scope or permission', async () => {
  const user = await t.newUser();
  for (const scope of ['all', 'Full', '', 7]) {
    assertError(await create(user, { name: 'Key', scope }), 400, { code: 'validation', param: 'scope' });
  }
  for (const permission of ['write', 'read_write', '', 7]) {
    assertError(await create(user, { name: 'Key', permission }), 400, { code: 'validation', param: 'permission' });
  }
});

test('returns 400 for scope profiles without profileIds', async () => {
  const user = await t.newUser();
  for (const profileIds of [undefined, null, []]) {
    const response = await create(user, { name: 'Key', scope: 'profiles', profileIds });
    assertError(response, 400, { code: 'validation', param: 'profileIds' });
  }
});

test('returns 400 for scope full with profileIds, and accepts a missing, null or empty list', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  for (const scope of ['full', undefined]) {
    const response = await create(user, { name: 'Key', scope, profileIds: [_id] });
    assertError(response, 400, { code: 'validation', param: 'profileIds' });
  }
  for (const profileIds of [undefined, null, []]) {
    assert.equal((await create(user, { name: 'Key', scope: 'full', profileIds })).status, 201);
  }
});

test('returns 400 with the index of a profile ID that is unknown, foreign or not a string', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const own = await makeProfile(user.call);
  const foreign = await makeProfile(other.call);
  for (const wrong of ['prf_unknown', foreign._id, '', 7, null]) {
    const response = await create(user, { name: 'Key', scope: 'profiles', profileIds: [own._id, wrong] });
    assertError(response, 400, { code: 'validation', param: 'profileIds[1]' });
  }
  assertError(await create(user, { name: 'Key', scope: 'profiles', profileIds: own._id }), 400, {
    code: 'validation',
    param: 'profileIds',
  });
});

test('returns 409 limitReached at 100 keys, until one is deleted', async () => {
  const user = await t.newUser();
  await fillUpTo(user, 99);
  const hundredth = await makeKey(user.call);
  assertError(await create(user, { name: 'One too many' }), 409, { code: 'limitReached' });
  await user.call('DELETE', `/v1/api-keys/${hundredth.id}`);
  assert.equal((await create(user, { name: 'In its place' })).status, 201);
});

test('returns 400 for an invalid body even when the user has 100 keys', async () => {
  const user = await t.newUser();
  await fillUpTo(user, 100);
  assertError(await create(user, { name: '' }), 400, { param: 'name' });
  assertError(await create(user, { name: 'Key', scope: 'profiles', profileIds: ['prf_unknown'] }), 400, {
    param: 'profileIds[0]',
  });
});

test('the keys of other users do not count towards the limit', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  await fillUpTo(other, 100);
  assert.equal((await create(user, { name: 'Key' })).status, 201);
});

test('reports the index of an unknown profile as in the request, repeated IDs included', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  const body = { name: 'Key', scope: 'profiles', profileIds: [_id, _id, 'prf_unknown'] };
  assertError(await user.call('POST', '/v1/api-keys', { body }), 400, { code: 'validation', param: 'profileIds[2]' });
});
