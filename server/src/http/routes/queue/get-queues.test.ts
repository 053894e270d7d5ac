import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type Call } from '../../../../test/harness.ts';
import { makeQueue, placePosts } from '../../../../test/data/queues.ts';

const t = await startTestApp();
const get = (call: Call, query: string) => call('GET', `/v1/queue/slots?${query}`);
const [thursday, monday] = ['2026-03-05T09:00:00.000Z', '2026-03-09T09:00:00.000Z'];

test('returns the default queue or the one given by queueId', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await defaultProfile(user.call);
  const [first, second] = [await makeQueue(user.call), await makeQueue(user.call, { name: 'Second' })];
  const { status, body } = await get(user.call, `profileId=${profileId}`);
  assert.equal(status, 200);
  assert.deepEqual([body.exists, body.schedule, body.nextSlots.length], [true, first, 5]);
  const named = await get(user.call, `profileId=${profileId}&queueId=${second._id}&all=false`);
  assert.deepEqual(named.body.schedule, second);
});

test('returns exists false for a profile without queues and for a queue of another profile', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const { _id: profileId } = await defaultProfile(user.call);
  const none = { exists: false, schedule: null, nextSlots: [] };
  assert.deepEqual((await get(user.call, `profileId=${profileId}`)).body, none);
  assert.deepEqual((await get(user.call, `profileId=${profileId}&all=true`)).body, { exists: false, schedules: [] });
  const elsewhere = await makeQueue(user.call, { profileId: (await makeProfile(user.call))._id });
  for (const id of ['que_unknown', (await makeQueue(other.call))._id, elsewhere._id]) {
    assert.deepEqual((await get(user.call, `profileId=${profileId}&queueId=${id}`)).body, none);
  }
});

test('all=true lists every queue of the profile, oldest first, each with its next slots', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await makeProfile(user.call);
  await makeQueue(user.call);
  const queues = [];
  for (const name of ['A', 'B', 'C']) {
    queues.push(await makeQueue(user.call, { profileId, name, active: name !== 'B', setAsDefault: name === 'C' }));
    await t.advance(1);
  }
  const { body } = await get(user.call, `profileId=${profileId}&all=true`);
  assert.equal(body.exists, true);
  assert.deepEqual(
    body.schedules.map((one: { name: string; isDefault: boolean; nextSlots: string[] }) => [
      one.name,
      one.isDefault,
      one.nextSlots.length,
    ]),
    [
      ['A', false, 5],
      ['B', false, 0],
      ['C', true, 5],
    ],
  );
  assert.deepEqual(body.schedules[2], { ...queues[2], nextSlots: body.schedules[2].nextSlots });
});

test('nextSlots skips only slots with a scheduled, queued or publishing post', async () => {
  const user = await t.newUser();
  const queue = await makeQueue(user.call);
  const other = await makeQueue(user.call);
  const next = async (): Promise<string> =>
    (await get(user.call, `profileId=${queue.profileId}&queueId=${queue._id}`)).body.nextSlots[0];
  await placePosts(t, user, { queueId: other._id, at: [thursday] });
  for (const status of ['draft', 'published', 'failed', 'partially_failed', 'canceled']) {
    await placePosts(t, user, { queueId: queue._id, at: [thursday], status });
  }
  await placePosts(t, user, { queueId: queue._id, at: ['2026-03-05T09:00:00.001Z'] });
  assert.equal(await next(), thursday);
  for (const status of ['scheduled', 'queued', 'publishing']) {
    const [id] = await placePosts(t, user, { queueId: queue._id, at: [thursday], status });
    assert.equal(await next(), monday, status);
    await t.sql('DELETE FROM posts WHERE id = $1', [id]);
    assert.equal(await next(), thursday);
  }
});

test('offers a slot only if it is at least 60 seconds ahead', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await defaultProfile(user.call);
  const now = t.app.systemCtx.clock.now();
  const inAMinute = new Date(Math.ceil(now.getTime() / 60_000) * 60_000 + 60_000);
  await makeQueue(user.call, {
    slots: [{ dayOfWeek: inAMinute.getUTCDay(), time: inAMinute.toISOString().slice(11, 16) }],
  });
  const first = async (): Promise<string> => (await get(user.call, `profileId=${profileId}`)).body.nextSlots[0];
  await t.advance(inAMinute.getTime() - 60_000 - now.getTime());
  assert.equal(await first(), inAMinute.toISOString());
  await t.advance(1);
  assert.equal(await first(), new Date(inAMinute.getTime() + 7 * 86_400_000).toISOString());
});

test('returns 400 naming the invalid parameter', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await defaultProfile(user.call);
  const faults: [string, string][] = [
    ['', 'profileId'],
    ['profileId=', 'profileId'],
    [`profileId=${profileId}&profileId=${profileId}`, 'profileId'],
    [`profileId=${profileId}&queueId=`, 'queueId'],
    [`profileId=${profileId}&queueId=%00`, 'queueId'],
    [`profileId=${profileId}&all=yes`, 'all'],
    [`profileId=${profileId}&all=true&queueId=que_1`, 'all'],
  ];
  for (const [query, param] of faults) assertError(await get(user.call, query), 400, { code: 'validation', param });
});

test('returns 404 for an unknown or foreign profile and 403 forbidden for one out of scope', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const [listed, unlisted] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id], permission: 'read' });
  const queue = await makeQueue(user.call, { profileId: listed._id });
  const hidden = await makeQueue(user.call, { profileId: unlisted._id });
  for (const profileId of ['prf_unknown', (await defaultProfile(other.call))._id]) {
    assertError(await get(user.call, `profileId=${profileId}`), 404, { error: 'Not found' });
  }
  const call = t.as(key);
  assertError(await get(call, `profileId=${unlisted._id}`), 403, { code: 'forbidden' });
  assert.deepEqual((await get(call, `profileId=${listed._id}`)).body.schedule, queue);
  assert.equal((await get(call, `profileId=${listed._id}&queueId=${hidden._id}`)).body.exists, false);
});
