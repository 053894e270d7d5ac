import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type Call, type TestUser } from '../../../../test/harness.ts';

const t = await startTestApp();
const update = (call: Call, id: string, body: object) => call('PUT', `/v1/profiles/${id}`, { body });

async function defaultsOf(user: TestUser): Promise<string[]> {
  const rows = await t.sql<{ id: string }>('SELECT id FROM profiles WHERE owner_id = $1 AND is_default', [
    user.ownerId,
  ]);
  return rows.map((row) => row.id);
}

async function slugOf(id: string): Promise<string | undefined> {
  const [row] = await t.sql<{ slug: string }>('SELECT slug FROM profiles WHERE id = $1', [id]);
  return row?.slug;
}

test('updates the given fields and leaves the rest', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call, { name: 'Shop', color: '#000000' });
  const { status, body } = await update(user.call, profile._id, { name: ' Store ' });
  assert.equal(status, 200);
  assert.deepEqual(body.profile, { ...profile, name: 'Store' });
  const stored = await user.call('GET', `/v1/profiles/${profile._id}`);
  assert.deepEqual(stored.body.profile, body.profile);
});

test('stores the color in lowercase', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  const { body } = await update(user.call, profile._id, { color: '#ABCDEF' });
  assert.equal(body.profile.color, '#abcdef');
});

test('clears the description with null and with an empty string', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  for (const description of [null, '']) {
    await update(user.call, profile._id, { description: 'Something' });
    const { status, body } = await update(user.call, profile._id, { description });
    assert.equal(status, 200);
    assert.equal(body.profile.description, '');
  }
});

test('ignores null in the other fields when at least one field is set', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call, { name: 'Shop', color: '#000000' });
  const { body } = await update(user.call, profile._id, { name: null, color: null, isDefault: null, description: 'x' });
  assert.deepEqual(body.profile, { ...profile, description: 'x' });
});

test('returns 400 with param null when no known field is given', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  for (const body of [{}, { nickname: 'x' }, { name: null }, { color: null, isDefault: null }]) {
    assertError(await update(user.call, profile._id, body), 400, { code: 'validation', param: null });
  }
});

test('returns 400 naming the invalid field', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  const faults = [
    { name: '' },
    { name: 'x'.repeat(81) },
    { description: 'x'.repeat(241) },
    { color: '#fff' },
    { isDefault: 'yes' },
  ];
  for (const body of faults) {
    const [param] = Object.keys(body);
    assertError(await update(user.call, profile._id, body), 400, { code: 'validation', param });
  }
});

test('the slug follows a rename and stays when the new name gives the same one', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call, { name: 'Shop' });
  await update(user.call, profile._id, { name: 'SHOP!' });
  assert.equal(await slugOf(profile._id), 'shop');
  await update(user.call, profile._id, { name: 'Store' });
  assert.equal(await slugOf(profile._id), 'store');
});

test('renaming to the name of another profile produces a unique slug', async () => {
  const user = await t.newUser();
  await makeProfile(user.call, { name: 'Shop' });
  const other = await makeProfile(user.call, { name: 'Store' });
  assert.equal((await update(user.call, other._id, { name: 'Shop' })).status, 200);
  assert.equal(await slugOf(other._id), 'shop-2');
});

test('isDefault true moves the flag and leaves exactly one default', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  const { body } = await update(user.call, profile._id, { isDefault: true });
  assert.equal(body.profile.isDefault, true);
  assert.deepEqual(await defaultsOf(user), [profile._id]);
});

test('isDefault true on the default profile has no effect', async () => {
  const user = await t.newUser();
  const profile = await defaultProfile(user.call);
  assert.equal((await update(user.call, profile._id, { isDefault: true })).status, 200);
  assert.deepEqual(await defaultsOf(user), [profile._id]);
});

test('isDefault true does not affect the default of other users', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const theirs = await defaultProfile(other.call);
  await update(user.call, (await makeProfile(user.call))._id, { isDefault: true });
  assert.deepEqual(await defaultsOf(other), [theirs._id]);
});

test('returns 400 for isDefault false on the default profile and changes nothing', async () => {
  const user = await t.newUser();
  const profile = await defaultProfile(user.call);
  const response = await update(user.call, profile._id, { name: 'Renamed', isDefault: false });
  assertError(response, 400, { code: 'validation', param: 'isDefault' });
  assert.deepEqual(await defaultProfile(user.call), profile);
});

test('isDefault false on another profile has no effect', async () => {
  const user = await t.newUser();
  const before = await defaultsOf(user);
  const profile = await makeProfile(user.call);
  assert.equal((await update(user.call, profile._id, { isDefault: false })).status, 200);
  assert.deepEqual(await defaultsOf(user), before);
});

test('a limited key can update a profile in its scope', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [profile._id] });
  assert.equal((await update(t.as(key), profile._id, { name: 'Store', isDefault: false })).status, 200);
});

test('returns 403 when a limited key would move the default, even to a profile in its scope', async () => {
  const user = await t.newUser();
  const before = await defaultsOf(user);
  const profile = await makeProfile(user.call);
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [profile._id] });
  assertError(await update(t.as(key), profile._id, { isDefault: true }), 403, {
    error: 'API key requires read_write permission',
  });
  assert.deepEqual(await defaultsOf(user), before);
});

test('returns 403 forbidden for a profile of the user outside the scope of the key', async () => {
  const user = await t.newUser();
  const [listed, other] = [await makeProfile(user.call), await makeProfile(user.call, { name: 'Store' })];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  assertError(await update(t.as(key), other._id, { name: 'Mine' }), 403, { code: 'forbidden' });
  const stored = await user.call('GET', `/v1/profiles/${other._id}`);
  assert.equal(stored.body.profile.name, 'Store');
});

test('keeps the slug when the new name yields the current one', async () => {
  const user = await t.newUser();
  await makeProfile(user.call, { name: 'Shop' });
  const second = await makeProfile(user.call, { name: 'Shop' });
  await user.call('PUT', `/v1/profiles/${second._id}`, { body: { name: 'Shop 2' } });
  const [row] = await t.sql<{ slug: string }>('SELECT slug FROM profiles WHERE id = $1', [second._id]);
  assert.equal(row?.slug, 'shop-2');
});
