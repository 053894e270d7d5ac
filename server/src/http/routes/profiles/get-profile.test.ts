import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';

const t = await startTestApp();

test('returns 200 with the profile', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call, { name: 'Shop', color: '#000000' });
  const { status, body } = await user.call('GET', `/v1/profiles/${profile._id}`);
  assert.equal(status, 200);
  assert.deepEqual(body, { profile });
});

test('returns 200 for a read-only key and for a limited key with the profile in its scope', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  const read = await makeKey(user.call, { permission: 'read' });
  const limited = await makeKey(user.call, { scope: 'profiles', profileIds: [profile._id] });
  for (const { key } of [read, limited]) {
    assert.equal((await t.as(key)('GET', `/v1/profiles/${profile._id}`)).status, 200);
  }
});

test('returns 403 forbidden for a profile of the user outside the scope of the key', async () => {
  const user = await t.newUser();
  const [listed, other] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  assertError(await t.as(key)('GET', `/v1/profiles/${other._id}`), 403, { code: 'forbidden' });
});

test('returns 404 when a limited key requests a profile of another user', async () => {
  const [user, stranger] = [await t.newUser(), await t.newUser()];
  const [listed, foreign] = [await makeProfile(user.call), await makeProfile(stranger.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  assertError(await t.as(key)('GET', `/v1/profiles/${foreign._id}`), 404, { error: 'Not found' });
});
