import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type Call } from '../../../../test/harness.ts';

const t = await startTestApp();

async function namesSeenBy(call: Call): Promise<string[]> {
  const { status, body } = await call('GET', '/v1/profiles');
  assert.equal(status, 200);
  return body.profiles.map((profile: { name: string }) => profile.name);
}

test('returns only the default profile for a new user', async () => {
  const user = await t.newUser();
  const { body } = await user.call('GET', '/v1/profiles');
  assert.equal(body.profiles.length, 1);
  assert.equal(body.profiles[0].name, 'Default');
  assert.equal(body.profiles[0].isDefault, true);
});

test('lists the oldest profile first', async () => {
  const user = await t.newUser();
  for (const name of ['Zebra', 'Apple', 'Mango']) {
    await t.advance(5);
    await makeProfile(user.call, { name });
  }
  assert.deepEqual(await namesSeenBy(user.call), ['Default', 'Zebra', 'Apple', 'Mango']);
});

test('never lists a profile of another user', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  await makeProfile(other.call, { name: 'Theirs' });
  assert.deepEqual(await namesSeenBy(user.call), ['Default']);
});

test('lists only the profiles of a limited key', async () => {
  const user = await t.newUser();
  const [first, , third] = [
    await makeProfile(user.call, { name: 'First' }),
    await makeProfile(user.call, { name: 'Second' }),
    await makeProfile(user.call, { name: 'Third' }),
  ];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [first._id, third._id] });
  assert.deepEqual((await namesSeenBy(t.as(key))).sort(), ['First', 'Third']);
});

test('returns an empty list for a limited key whose profiles are deleted', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [profile._id] });
  await user.call('DELETE', `/v1/profiles/${profile._id}`);
  assert.deepEqual(await namesSeenBy(t.as(key)), []);
});
