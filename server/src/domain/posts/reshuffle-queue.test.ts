import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimingFor } from '../../../test/data/claims.ts';
import { assertError, defaultProfile, makeWebhook } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { eightADay, makeQueue, placePosts, twiceAWeek } from '../../../test/data/queues.ts';

const t = await startTestApp();
const evenings = [
  { dayOfWeek: 2, time: '20:00' },
  { dayOfWeek: 5, time: '20:00' },
];

async function reshuffle(user: TestUser, fields: Record<string, unknown>) {
  const { _id: profileId } = await defaultProfile(user.call);
  const body = { profileId, timezone: 'UTC', slots: twiceAWeek, reshuffleExisting: true, ...fields };
  return user.call('PUT', '/v1/queue/slots', { body });
}

type Row = { id: string; scheduled_for: Date; status: string; queue_id: string | null };

async function placesOf(queueId: string): Promise<[string, string][]> {
  const rows = await t.sql<Row>('SELECT id, scheduled_for FROM posts WHERE queue_id = $1 ORDER BY scheduled_for, id', [
    queueId,
  ]);
  return rows.map((row) => [row.id, row.scheduled_for.toISOString()]);
}

async function next(user: TestUser, count: number): Promise<string[]> {
  const { _id: profileId } = await defaultProfile(user.call);
  const { body } = await user.call('GET', `/v1/queue/preview?profileId=${profileId}&count=${count}`);
  return body.slots;
}

test('moves posts to the slots of the new schedule in order, and the next claim comes after them', async () => {
  const user = await t.newUser();
  const { _id: queueId } = await makeQueue(user.call);
  const ids = await placePosts(t, user, { queueId, at: await next(user, 3) });
  const { status, body } = await reshuffle(user, { slots: evenings });
  assert.equal(status, 200);
  assert.equal(body.reshuffledCount, 3);
  assert.deepEqual(await placesOf(queueId), [
    [ids[0], '2026-03-03T20:00:00.000Z'],
    [ids[1], '2026-03-06T20:00:00.000Z'],
    [ids[2], '2026-03-10T20:00:00.000Z'],
  ]);
  assert.equal(body.nextSlots[0], '2026-03-13T20:00:00.000Z');
  assert.equal(await claimingFor(t, user).claim(queueId), '2026-03-13T20:00:00.000Z');
});

test("posts may take each other's slots", async () => {
  const user = await t.newUser();
  const { _id: queueId } = await makeQueue(user.call, { slots: eightADay });
  const before = await next(user, 20);
  const ids = await placePosts(t, user, { queueId, at: before.slice(5, 20) });
  const { body } = await reshuffle(user, { slots: eightADay.slice(0, -1) });
  assert.equal(body.reshuffledCount, 15);
  assert.deepEqual(
    await placesOf(queueId),
    before.slice(0, 15).map((slot, index) => [ids[index], slot]),
  );
});

test('counts only posts whose time changes, none when the schedule stays the same', async () => {
  const user = await t.newUser();
  const { _id: queueId } = await makeQueue(user.call);
  const at = await next(user, 4);
  const ids = await placePosts(t, user, { queueId, at: [at[0] ?? '', at[1] ?? '', at[3] ?? ''] });
  assert.equal((await reshuffle(user, { name: 'Same' })).body.reshuffledCount, 0);
  assert.deepEqual(
    (await placesOf(queueId)).map(([, slot]) => slot),
    [at[0], at[1], at[3]],
  );
  const more = [...twiceAWeek, { dayOfWeek: 4, time: '10:00' }];
  const { body } = await reshuffle(user, { slots: more });
  assert.equal(body.reshuffledCount, 2);
  assert.deepEqual(await placesOf(queueId), [
    [ids[0], at[0]],
    [ids[1], '2026-03-05T10:00:00.000Z'],
    [ids[2], at[1]],
  ]);
});

test('a new timezone moves posts too, even in a paused queue', async () => {
  const user = await t.newUser();
  const { _id: queueId } = await makeQueue(user.call);
  await placePosts(t, user, { queueId, at: await next(user, 2) });
  const { body } = await reshuffle(user, { timezone: 'Asia/Tokyo', active: false });
  assert.deepEqual([body.reshuffledCount, body.nextSlots], [2, []]);
  const slots = await placesOf(queueId);
  assert.deepEqual(
    slots.map(([, slot]) => slot),
    ['2026-03-05T00:00:00.000Z', '2026-03-09T00:00:00.000Z'],
  );
  const rows = await t.sql('SELECT DISTINCT timezone FROM posts WHERE queue_id = $1', [queueId]);
  assert.deepEqual(rows, [{ timezone: 'Asia/Tokyo' }]);
});

test('moves nothing without reshuffleExisting', async () => {
  const user = await t.newUser();
  const { _id: queueId } = await makeQueue(user.call);
  await placePosts(t, user, { queueId, at: await next(user, 2) });
  const before = await placesOf(queueId);
  for (const reshuffleExisting of [false, null, undefined]) {
    const { body } = await reshuffle(user, {
      slots: reshuffleExisting === null ? twiceAWeek : evenings,
      reshuffleExisting,
    });
    assert.equal(body.reshuffledCount, 0);
  }
  assert.deepEqual(await placesOf(queueId), before);
});

test('never moves posts that are unscheduled, past or of another queue, and skips the slots they hold', async () => {
  const user = await t.newUser();
  const { _id: queueId } = await makeQueue(user.call);
  const other = await makeQueue(user.call);
  const [first = '', second = ''] = await next(user, 2);
  const occupiedSlot = '2026-03-03T20:00:00.000Z';
  await placePosts(t, user, { queueId, at: [occupiedSlot], status: 'publishing' });
  for (const status of ['draft', 'published', 'failed', 'partially_failed', 'canceled']) {
    await placePosts(t, user, { queueId, at: [first], status });
  }
  await placePosts(t, user, { queueId, at: ['2026-03-01T09:00:00.000Z'] });
  await placePosts(t, user, { queueId: other._id, at: [first] });
  const still = [...(await placesOf(queueId)), ...(await placesOf(other._id))];
  const [id = ''] = await placePosts(t, user, { queueId, at: [second] });
  assert.equal((await reshuffle(user, { slots: evenings })).body.reshuffledCount, 1);
  const after = [...(await placesOf(queueId)), ...(await placesOf(other._id))];
  assert.deepEqual(
    after.filter(([one]) => one !== id),
    still,
  );
  assert.deepEqual(
    after.find(([one]) => one === id),
    [id, '2026-03-06T20:00:00.000Z'],
  );
});

test('returns 400 for more than 200 posts or too few slots and changes nothing', async () => {
  const user = await t.newUser();
  const queue = await makeQueue(user.call, { slots: eightADay });
  const at = [...(await next(user, 100))];
  const ids = await placePosts(t, user, { queueId: queue._id, at });
  at.push(...(await next(user, 100)));
  ids.push(...(await placePosts(t, user, { queueId: queue._id, at: at.slice(100) })));
  const before = await placesOf(queue._id);
  const refused = { code: 'validation', param: 'reshuffleExisting' };
  assertError(await reshuffle(user, { slots: [{ dayOfWeek: 1, time: '09:00' }] }), 400, refused);
  assertError(await reshuffle(user, { slots: [], name: 'Other' }), 400, refused);
  const [last = ''] = await placePosts(t, user, { queueId: queue._id, at: await next(user, 1) });
  assertError(await reshuffle(user, { slots: eightADay.slice(1), name: 'Other' }), 400, refused);
  await t.sql('DELETE FROM posts WHERE id = $1', [last]);
  const { body } = await user.call('GET', `/v1/queue/slots?profileId=${queue.profileId}`);
  assert.deepEqual([body.schedule, await placesOf(queue._id)], [queue, before]);
  const moved = await reshuffle(user, { slots: eightADay.slice(1) });
  assert.equal(moved.status, 200, moved.text);
  assert.deepEqual(
    (await placesOf(queue._id)).map(([id]) => id),
    ids,
  );
});

test('each moved post emits an event, gets a timeline entry and updates the due time of its targets', async () => {
  const user = await t.newUser();
  await makeWebhook(user.call, { events: ['post.scheduled'] });
  const { _id: queueId } = await makeQueue(user.call);
  const ids = await placePosts(t, user, { queueId, at: await next(user, 2) });
  await t.sql(
    `INSERT INTO post_targets (owner_id, post_id, account_id, platform, profile_id, position, status, due_at, created_at)
     SELECT p.owner_id, p.id, 'acc_failed', 'telegram', 'prf_1', 1, 'failed', p.scheduled_for, herald_now()
       FROM posts p WHERE p.queue_id = $1`,
    [queueId],
  );
  const before = await placesOf(queueId);
  await reshuffle(user, { slots: evenings });
  const after = new Map(await placesOf(queueId));
  const targets = await t.sql<{ post_id: string; status: string; due_at: Date }>(
    'SELECT post_id, status, due_at FROM post_targets WHERE owner_id = $1',
    [user.ownerId],
  );
  assert.equal(targets.length, 4);
  const old = new Map(before);
  for (const { post_id: id, status, due_at: dueAt } of targets) {
    assert.equal(dueAt.toISOString(), (status === 'scheduled' ? after : old).get(id));
  }
  const { body } = await user.call('GET', '/v1/events');
  const events = body.events.map((event: { type: string; data: { post: { _id: string; scheduledFor: string } } }) => [
    event.type,
    event.data.post._id,
    event.data.post.scheduledFor,
  ]);
  assert.deepEqual(
    events,
    ids.map((id) => ['post.scheduled', id, after.get(id)]),
  );
  const entries = await t.sql('SELECT post_id, kind FROM post_timeline WHERE owner_id = $1 ORDER BY number', [
    user.ownerId,
  ]);
  assert.deepEqual(
    entries,
    ids.map((id) => ({ post_id: id, kind: 'updated' })),
  );
});

test('skips a post whose target is claimed by a worker', async () => {
  const user = await t.newUser();
  const { _id: queueId } = await makeQueue(user.call);
  const at = await next(user, 2);
  const ids = await placePosts(t, user, { queueId, at });
  await t.sql(`UPDATE post_targets SET claim_token = 'token' WHERE post_id = $1`, [ids[0]]);
  assert.equal((await reshuffle(user, { slots: evenings })).body.reshuffledCount, 1);
  assert.deepEqual(await placesOf(queueId), [
    [ids[1], '2026-03-03T20:00:00.000Z'],
    [ids[0], at[0]],
  ]);
});
