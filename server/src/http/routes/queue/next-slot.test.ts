import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { eightADay, makeQueue, placePosts } from '../../../../test/data/queues.ts';
import { expandSlots } from '../../../domain/queues/slots.ts';

const t = await startTestApp();
const day = 86_400_000;
const paths = ['/v1/queue/next-slot', '/v1/queue/preview'];

async function fillUp(user: TestUser, queue: { _id: string; slots?: unknown }): Promise<string[]> {
  const now = t.app.systemCtx.clock.now().getTime();
  const span = { from: new Date(now + 60_000), until: new Date(now + 366 * day) };
  const slots = queue.slots as typeof eightADay;
  const at = [...expandSlots({ timezone: 'UTC', slots }, span)].map((slot) => slot.toISOString());
  await placePosts(t, user, { queueId: queue._id, at });
  return at;
}

test('returns the next free slot of the default or given queue without claiming it', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await defaultProfile(user.call);
  const queue = await makeQueue(user.call, { name: 'First', timezone: 'Europe/Berlin' });
  const second = await makeQueue(user.call, { name: 'Second' });
  const expected = { profileId, timezone: 'Europe/Berlin', queueId: queue._id, queueName: 'First' };
  for (let round = 1; round <= 2; round += 1) {
    const { status, body } = await user.call('GET', `/v1/queue/next-slot?profileId=${profileId}`);
    assert.equal(status, 200);
    assert.deepEqual(body, { ...expected, nextSlot: '2026-03-05T08:00:00.000Z' });
  }
  await placePosts(t, user, { queueId: second._id, at: ['2026-03-05T09:00:00.000Z'] });
  const { body } = await user.call('GET', `/v1/queue/next-slot?profileId=${profileId}&queueId=${second._id}`);
  assert.deepEqual([body.nextSlot, body.queueName], ['2026-03-09T09:00:00.000Z', 'Second']);
});

test('preview returns 20 free slots, or as many as requested', async () => {
  const user = await t.newUser();
  const queue = await makeQueue(user.call, { slots: eightADay });
  const path = `/v1/queue/preview?profileId=${queue.profileId}`;
  const all = (await user.call('GET', `${path}&count=100`)).body;
  assert.equal(all.slots[0], '2026-03-02T12:00:00.000Z');
  assert.deepEqual([all.count, new Set(all.slots).size, all.slots.toSorted()], [100, 100, all.slots]);
  assert.deepEqual((await user.call('GET', path)).body, {
    profileId: queue.profileId,
    count: 20,
    slots: all.slots.slice(0, 20),
  });
  await placePosts(t, user, { queueId: queue._id, at: [all.slots[0], ...all.slots.slice(2, 60)] });
  const { body } = await user.call('GET', `${path}&count=3&queueId=${queue._id}`);
  assert.deepEqual(body.slots, [all.slots[1], all.slots[60], all.slots[61]]);
});

test('preview ends 366 days ahead, with fewer slots and their count', async () => {
  const user = await t.newUser();
  const { profileId } = await makeQueue(user.call, { slots: [{ dayOfWeek: 1, time: '09:00' }] });
  const { body } = await user.call('GET', `/v1/queue/preview?profileId=${profileId}&count=100`);
  assert.deepEqual([body.count, body.slots.length, body.slots.at(-1)], [52, 52, '2027-03-01T09:00:00.000Z']);
});

test('returns 409 queuePaused, queueEmpty or queueFull, in this order', async () => {
  const user = await t.newUser();
  const full = await makeQueue(user.call, { slots: eightADay });
  const occupied = await fillUp(user, full);
  const paused = await makeQueue(user.call, { slots: [], active: false });
  const empty = await makeQueue(user.call, { slots: [] });
  const expected = { queuePaused: paused, queueEmpty: empty, queueFull: full };
  for (const path of paths) {
    for (const [code, { profileId, _id }] of Object.entries(expected)) {
      assertError(await user.call('GET', `${path}?profileId=${profileId}&queueId=${_id}`), 409, { code });
    }
  }
  const { body } = await user.call('GET', `/v1/queue/slots?profileId=${full.profileId}&queueId=${full._id}`);
  assert.deepEqual(body.nextSlots, []);
  const last = occupied.at(-1);
  await t.sql('DELETE FROM posts WHERE queue_id = $1 AND scheduled_for = $2', [full._id, last]);
  const next = await user.call('GET', `/v1/queue/next-slot?profileId=${full.profileId}&queueId=${full._id}`);
  assert.equal(next.body.nextSlot, last);
});

test('returns 400 naming the invalid parameter', async () => {
  const user = await t.newUser();
  const { profileId } = await makeQueue(user.call);
  for (const path of paths) {
    assertError(await user.call('GET', path), 400, { code: 'validation', param: 'profileId' });
    const empty = await user.call('GET', `${path}?profileId=${profileId}&queueId=`);
    assertError(empty, 400, { code: 'validation', param: 'queueId' });
  }
  for (const count of ['0', '101', '-1', 'ten', '1.5', '']) {
    const response = await user.call('GET', `/v1/queue/preview?profileId=${profileId}&count=${count}`);
    assertError(response, 400, { code: 'validation', param: 'count' });
  }
});

test('returns 404 for an unknown profile, one without queues and a queue of another; 403 out of scope', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const [listed, unlisted] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id], permission: 'read' });
  const hidden = await makeQueue(user.call, { profileId: unlisted._id });
  const foreign = await makeQueue(other.call);
  for (const path of paths) {
    const unknown = [listed._id, 'prf_unknown', foreign.profileId];
    const queries = [...unknown, ...[hidden._id, foreign._id].map((id) => `${listed._id}&queueId=${id}`)];
    for (const query of queries) {
      assertError(await t.as(key)('GET', `${path}?profileId=${query}`), 404, { error: 'Not found' });
    }
    assertError(await t.as(key)('GET', `${path}?profileId=${unlisted._id}`), 403, { code: 'forbidden' });
  }
});
