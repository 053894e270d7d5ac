import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type Call } from '../../../../test/harness.ts';
import { makeQueue, placePosts, twiceAWeek } from '../../../../test/data/queues.ts';

const t = await startTestApp();

async function update(call: Call, fields: Record<string, unknown> = {}) {
  const profileId = 'profileId' in fields ? fields['profileId'] : (await defaultProfile(call))._id;
  return call('PUT', '/v1/queue/slots', { body: { timezone: 'UTC', slots: twiceAWeek, ...fields, profileId } });
}

test('replaces timezone and slots of the default queue, sets updatedAt and leaves the rest', async () => {
  const user = await t.newUser();
  const [queue, second] = [
    await makeQueue(user.call, { name: 'First', description: 'Text' }),
    await makeQueue(user.call),
  ];
  await t.advance(1000);
  const slots = [{ dayOfWeek: 2, time: '20:00' }];
  const { status, body } = await update(user.call, { timezone: 'Asia/Tokyo', slots });
  assert.equal(status, 200);
  const updatedAt = t.app.systemCtx.clock.now().toISOString();
  assert.deepEqual(body.schedule, { ...queue, timezone: 'Asia/Tokyo', slots, updatedAt });
  assert.deepEqual([body.success, body.reshuffledCount], [true, 0]);
  assert.equal(body.nextSlots[0], '2026-03-03T11:00:00.000Z');
  const all = await user.call('GET', `/v1/queue/slots?profileId=${queue.profileId}&queueId=${second._id}`);
  assert.deepEqual(all.body.schedule, second);
});

test('renames, describes, pauses and resumes the given queue', async () => {
  const user = await t.newUser();
  await makeQueue(user.call);
  const { _id: queueId } = await makeQueue(user.call, { description: 'Text' });
  const changes = [{ name: 'Other' }, { description: 'New' }, { description: '' }, { active: false }, { active: true }];
  for (const change of changes) {
    const { status, body } = await update(user.call, { queueId, ...change });
    assert.equal(status, 200);
    assert.deepEqual({ ...body.schedule, ...change }, body.schedule);
    assert.equal(body.schedule._id, queueId);
    assert.equal(body.nextSlots.length, body.schedule.active ? 5 : 0);
  }
});

test('setAsDefault true promotes the queue, false and null change nothing', async () => {
  const user = await t.newUser();
  const [first, second] = [await makeQueue(user.call), await makeQueue(user.call)];
  const defaultId = async (): Promise<string> =>
    (await user.call('GET', `/v1/queue/slots?profileId=${first.profileId}`)).body.schedule._id;
  for (const setAsDefault of [false, null]) {
    await update(user.call, { queueId: first._id, setAsDefault });
    assert.equal(await defaultId(), first._id);
  }
  const { body } = await update(user.call, { queueId: second._id, setAsDefault: true });
  assert.equal(body.schedule.isDefault, true);
  assert.equal(await defaultId(), second._id);
  assert.equal((await update(user.call, { queueId: second._id, setAsDefault: true })).status, 200);
  assert.equal(await defaultId(), second._id);
});

test('scheduled posts keep their times, even when their queue is paused', async () => {
  const user = await t.newUser();
  const { _id: queueId } = await makeQueue(user.call);
  const at = ['2026-03-05T09:00:00.000Z', '2026-03-09T09:00:00.000Z'];
  await placePosts(t, user, { queueId, at });
  await update(user.call, { slots: [{ dayOfWeek: 2, time: '20:00' }], active: false });
  const rows = await t.sql<{ scheduled_for: Date; queue_id: string }>(
    'SELECT scheduled_for, queue_id FROM posts WHERE owner_id = $1 ORDER BY scheduled_for',
    [user.ownerId],
  );
  assert.deepEqual(
    rows.map((row) => [row.scheduled_for.toISOString(), row.queue_id]),
    at.map((time) => [time, queueId]),
  );
});

test('returns 400 naming the invalid field and changes nothing', async () => {
  const user = await t.newUser();
  const queue = await makeQueue(user.call);
  const faults: [Record<string, unknown>, string][] = [
    [{ profileId: undefined }, 'profileId'],
    [{ timezone: undefined }, 'timezone'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ slots: undefined }, 'slots'],
    [{ slots: [{ dayOfWeek: 1, time: '9' }] }, 'slots[0].time'],
    [{ name: '' }, 'name'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ active: 0 }, 'active'],
    [{ queueId: 7 }, 'queueId'],
    [{ reshuffleExisting: 'yes' }, 'reshuffleExisting'],
  ];
  for (const [fields, param] of faults) {
    const response = await update(user.call, { slots: [], name: 'Other', ...fields });
    assertError(response, 400, { code: 'validation', param });
  }
  const { body } = await user.call('GET', `/v1/queue/slots?profileId=${queue.profileId}`);
  assert.deepEqual(body.schedule, queue);
});

test('returns 404 for a profile without queues and for a queue of another profile', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  assertError(await update(user.call), 404, { error: 'Not found' });
  const elsewhere = await makeQueue(user.call, { profileId: (await makeProfile(user.call))._id });
  for (const queueId of ['que_unknown', '', elsewhere._id, (await makeQueue(other.call))._id]) {
    assertError(await update(user.call, { queueId }), 404, { error: 'Not found' });
  }
  for (const profileId of ['prf_unknown', (await defaultProfile(other.call))._id]) {
    assertError(await update(user.call, { profileId }), 404, { error: 'Not found' });
  }
});

test('returns 403 forbidden for a profile out of scope', async () => {
  const user = await t.newUser();
  const [listed, unlisted] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  for (const { _id: profileId } of [listed, unlisted]) await makeQueue(user.call, { profileId });
  assertError(await update(t.as(key), { profileId: unlisted._id }), 403, { code: 'forbidden' });
  assert.equal((await update(t.as(key), { profileId: listed._id })).status, 200);
});
