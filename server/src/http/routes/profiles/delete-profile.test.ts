import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type Call } from '../../../../test/harness.ts';

const t = await startTestApp();
const remove = (call: Call, id: string) => call('DELETE', `/v1/profiles/${id}`);

test('returns 200 with only a message and deletes the profile', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  const { status, body } = await remove(user.call, profile._id);
  assert.equal(status, 200);
  assert.deepEqual(body, { message: 'Profile deleted' });
  assertError(await user.call('GET', `/v1/profiles/${profile._id}`), 404, { error: 'Not found' });
});

test('returns 404 for an already deleted profile', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  await remove(user.call, profile._id);
  assertError(await remove(user.call, profile._id), 404, { error: 'Not found' });
});

test('returns 400 with only an error text for the default profile and keeps it', async () => {
  const user = await t.newUser();
  const profile = await defaultProfile(user.call);
  const { status, body } = await remove(user.call, profile._id);
  assert.equal(status, 400);
  assert.deepEqual(Object.keys(body), ['error']);
  assert.match(body.error, /default profile/);
  assert.deepEqual(await defaultProfile(user.call), profile);
});

test('deletes the former default once another profile is the default', async () => {
  const user = await t.newUser();
  const former = await defaultProfile(user.call);
  const next = await makeProfile(user.call);
  await user.call('PUT', `/v1/profiles/${next._id}`, { body: { isDefault: true } });
  assert.equal((await remove(user.call, former._id)).status, 200);
  assertError(await remove(user.call, next._id), 400, {});
});

test('the slug of a deleted profile is free again', async () => {
  const user = await t.newUser();
  await remove(user.call, (await makeProfile(user.call, { name: 'Shop' }))._id);
  const again = await makeProfile(user.call, { name: 'Shop' });
  const rows = await t.sql('SELECT slug FROM profiles WHERE id = $1', [again._id]);
  assert.deepEqual(rows, [{ slug: 'shop' }]);
});

test('removes the deleted profile from the scope of keys, which keep their others', async () => {
  const user = await t.newUser();
  const [deletedProfile, remainingProfile] = [
    await makeProfile(user.call),
    await makeProfile(user.call, { name: 'Kept' }),
  ];
  const { key } = await makeKey(user.call, {
    scope: 'profiles',
    profileIds: [deletedProfile._id, remainingProfile._id],
  });
  await remove(user.call, deletedProfile._id);
  const { body } = await t.as(key)('GET', '/v1/api-keys');
  assert.deepEqual(body.apiKeys[0].profileIds, [
    { _id: remainingProfile._id, name: 'Kept', color: remainingProfile.color },
  ]);
  assert.equal(body.apiKeys[0].scope, 'profiles');
});

test('a limited key can delete a profile in its scope', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [profile._id] });
  assert.equal((await remove(t.as(key), profile._id)).status, 200);
});

test('returns 403 forbidden for a profile of the user outside the scope of the key', async () => {
  const user = await t.newUser();
  const [listed, other] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  assertError(await remove(t.as(key), other._id), 403, { code: 'forbidden' });
  assert.equal((await user.call('GET', `/v1/profiles/${other._id}`)).status, 200);
});

test('ignores the body and content type of the request', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  const request = { headers: { 'content-type': 'nonsense' }, payload: 'whatever' };
  assert.equal((await user.call('DELETE', `/v1/profiles/${_id}`, request)).status, 200);
});
