import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type Call, type TestUser } from '../../../../test/harness.ts';
import { makeQueue, placePosts } from '../../../../test/data/queues.ts';

const t = await startTestApp();
const remove = (call: Call, query: string) => call('DELETE', `/v1/queue/slots?${query}`);

type Row = { id: string; is_default: boolean };
const rowsOf = ({ ownerId }: TestUser) =>
  t.sql<Row>('SELECT id, is_default FROM queues WHERE owner_id = $1 ORDER BY created_at', [ownerId]);

async function three(user: TestUser) {
  const { _id: profileId } = await makeProfile(user.call);
  const ids: string[] = [];
  for (let n = 1; n <= 3; n += 1) {
    ids.push((await makeQueue(user.call, { profileId }))._id);
    await t.advance(1);
  }
  const [first = '', second = '', third = ''] = ids;
  return { profileId, first, second, third };
}

test('deletes the given queue and keeps the default', async () => {
  const user = await t.newUser();
  const { profileId, first, second, third } = await three(user);
  const { status, body } = await remove(user.call, `profileId=${profileId}&queueId=${second}`);
  assert.equal(status, 200);
  assert.deepEqual(body, { success: true, deleted: true, deletedCount: 1 });
  assert.deepEqual(await rowsOf(user), [
    { id: first, is_default: true },
    { id: third, is_default: false },
  ]);
});

test('deleting the default promotes the oldest remaining queue', async () => {
  const user = await t.newUser();
  const { profileId, first, second, third } = await three(user);
  await remove(user.call, `profileId=${profileId}&queueId=${first}`);
  assert.deepEqual(await rowsOf(user), [
    { id: second, is_default: true },
    { id: third, is_default: false },
  ]);
});

test('without queueId, deletes every queue of the profile and none of another', async () => {
  const user = await t.newUser();
  const elsewhere = await makeQueue(user.call);
  const { profileId } = await three(user);
  const { body } = await remove(user.call, `profileId=${profileId}`);
  assert.deepEqual(body, { success: true, deleted: true, deletedCount: 3 });
  assert.deepEqual(await rowsOf(user), [{ id: elsewhere._id, is_default: true }]);
});

test('posts keep their times and lose their queueId', async () => {
  const user = await t.newUser();
  const { _id: queueId, profileId } = await makeQueue(user.call);
  await placePosts(t, user, { queueId, at: ['2026-04-02T09:00:00.000Z'] });
  await remove(user.call, `profileId=${profileId}&queueId=${queueId}`);
  const rows = await t.sql<{ scheduled_for: Date }>(
    'SELECT scheduled_for, queue_id, status FROM posts WHERE owner_id = $1',
    [user.ownerId],
  );
  const scheduled_for = new Date('2026-04-02T09:00:00.000Z');
  assert.deepEqual(rows, [{ scheduled_for, queue_id: null, status: 'scheduled' }]);
});

test('returns 404 and deletes nothing for an unknown queue or profile', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const { _id: profileId } = await defaultProfile(user.call);
  assertError(await remove(user.call, `profileId=${profileId}`), 404, { error: 'Not found' });
  const { first } = await three(user);
  const foreign = await makeQueue(other.call);
  for (const queueId of ['que_unknown', first, foreign._id]) {
    assertError(await remove(user.call, `profileId=${profileId}&queueId=${queueId}`), 404, { error: 'Not found' });
  }
  for (const unknown of ['prf_unknown', foreign.profileId]) {
    assertError(await remove(user.call, `profileId=${unknown}`), 404, { error: 'Not found' });
  }
  assert.equal((await rowsOf(user)).length, 3);
  assert.equal((await rowsOf(other)).length, 1);
});

test('returns 400 naming the invalid parameter, and an empty queueId never means all', async () => {
  const user = await t.newUser();
  const { profileId } = await three(user);
  const faults: [string, string][] = [
    ['', 'profileId'],
    ['profileId=', 'profileId'],
    [`profileId=${profileId}&queueId=`, 'queueId'],
    [`profileId=${profileId}&queueId=a&queueId=b`, 'queueId'],
  ];
  for (const [query, param] of faults) assertError(await remove(user.call, query), 400, { code: 'validation', param });
  assert.equal((await rowsOf(user)).length, 3);
});

test('returns 403 forbidden for a profile out of scope', async () => {
  const user = await t.newUser();
  const [listed, unlisted] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  for (const { _id: profileId } of [listed, unlisted]) await makeQueue(user.call, { profileId });
  assertError(await remove(t.as(key), `profileId=${unlisted._id}`), 403, { code: 'forbidden' });
  assert.equal((await remove(t.as(key), `profileId=${listed._id}`)).status, 200);
  assert.equal((await rowsOf(user)).length, 1);
});
