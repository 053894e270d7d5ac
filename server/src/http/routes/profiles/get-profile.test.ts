import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';

const t = await startTestApp();

test('200 with the profile', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call, { name: 'Shop', color: '#000000' });
  const { status, body } = await user.call('GET', `/v1/profiles/${profile._id}`);
  assert.equal(status, 200);
  assert.deepEqual(body, { profile });
});

test('200 for a read key, and for a limited key that lists the profile', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  const read = await makeKey(user.call, { permission: 'read' });
  const limited = await makeKey(user.call, { scope: 'profiles', profileIds: [profile._id] });
  for (const { key } of [read, limited]) {
    assert.equal((await t.as(key)('GET', `/v1/profiles/${profile._id}`)).status, 200);
  }
});

test('403 forbidden for a profile of the user that the key does not list', async () => {
  const user = await t.newUser();
  const [listed, other] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  assertError(await t.as(key)('GET', `/v1/profiles/${other._id}`), 403, { code: 'forbidden' });
});

test('404 for a limited key that asks for a profile of another user', async () => {
  const [user, stranger] = [await t.newUser(), await t.newUser()];
  const [listed, foreign] = [await makeProfile(user.call), await makeProfile(stranger.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  assertError(await t.as(key)('GET', `/v1/profiles/${foreign._id}`), 404, { error: 'Not found' });
});
