import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type Call } from '../../../../test/harness.ts';

const t = await startTestApp();
const remove = (call: Call, id: string) => call('DELETE', `/v1/api-keys/${id}`);

async function ownIdOf(call: Call): Promise<string> {
  const { body } = await call('GET', '/v1/api-keys');
  return body.apiKeys[0].id;
}

test('returns 200 with only a message, and the key gets 401 from the next request on', async () => {
  const user = await t.newUser();
  const { id, key } = await makeKey(user.call);
  assert.equal((await t.as(key)('GET', '/v1/profiles')).status, 200);
  const { status, body } = await remove(user.call, id);
  assert.equal(status, 200);
  assert.deepEqual(body, { message: 'API key deleted' });
  assertError(await t.as(key)('GET', '/v1/profiles'), 401, { error: 'Unauthorized' });
});

test('a deleted key gets the same response as an unknown one', async () => {
  const user = await t.newUser();
  const { id, key } = await makeKey(user.call);
  await remove(user.call, id);
  const deleted = await t.as(key)('GET', '/v1/profiles');
  const unknown = await t.as(`hrd_live_${'0'.repeat(64)}`)('GET', '/v1/profiles');
  assert.deepEqual([deleted.status, deleted.text], [unknown.status, unknown.text]);
});

test('the other keys of the user keep working', async () => {
  const user = await t.newUser();
  const [deletedKey, remainingKey] = [await makeKey(user.call), await makeKey(user.call)];
  await remove(user.call, deletedKey.id);
  assert.equal((await t.as(remainingKey.key)('GET', '/v1/profiles')).status, 200);
});

test('a key can delete itself, even the last one, and then gets 401', async () => {
  const user = await t.newUser();
  assert.equal((await remove(user.call, await ownIdOf(user.call))).status, 200);
  assertError(await user.call('GET', '/v1/profiles'), 401, { error: 'Unauthorized' });
});

test('returns 403 for read-only and limited keys, even on themselves', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  const read = await makeKey(user.call, { permission: 'read' });
  const limited = await makeKey(user.call, { scope: 'profiles', profileIds: [profile._id] });
  for (const { id, key } of [read, limited]) {
    assertError(await remove(t.as(key), id), 403, { error: 'API key requires read_write permission' });
    assert.equal((await t.as(key)('GET', '/v1/profiles')).status, 200);
  }
});

test('returns 404 for an already deleted key', async () => {
  const user = await t.newUser();
  const { id } = await makeKey(user.call);
  await remove(user.call, id);
  assertError(await remove(user.call, id), 404, { error: 'Not found' });
});
