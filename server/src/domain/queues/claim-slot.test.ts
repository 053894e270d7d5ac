import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { claimingFor } from '../../../test/claims.ts';
import { defaultProfile } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { eightADay, makeQueue, placePosts, twiceAWeek } from '../../../test/queues.ts';
import type { Db } from '../../db/client.ts';
import { queueForPost } from './queue-for-post.ts';
import { expandSlots } from './slots.ts';

const t = await startTestApp();
const day = 86_400_000;

/** The slots of a queue in UTC from 60 seconds ahead of now on. */
function ahead(slots: typeof eightADay, days = 366): string[] {
  const now = t.app.world.clock.now().getTime();
  const span = { from: new Date(now + 60_000), until: new Date(now + days * day) };
  return [...expandSlots({ timezone: 'UTC', slots }, span)].map((slot) => slot.toISOString());
}

async function fullUntil(queueId: string): Promise<string | null> {
  const [row] = await t.sql<{ full_until: Date | null }>('SELECT full_until FROM queues WHERE id = $1', [queueId]);
  return row?.full_until?.toISOString() ?? null;
}

async function queueOf(user: TestUser, slots = eightADay) {
  const { _id: queueId, profileId } = await makeQueue(user.call, { slots });
  return { queueId, profileId, slots: ahead(slots), ...claimingFor(t, user) };
}

test('claims hand out the free slots in order and pass over taken ones', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim } = await queueOf(user);
  await placePosts(t, user, { queueId, at: slots.slice(1, 3) });
  const claimed = [await claim(queueId), await claim(queueId), await claim(queueId)];
  assert.deepEqual(claimed, [slots[0], slots[3], slots[4]]);
});

test('what is claimed is what next-slot announced', async () => {
  const user = await t.newUser();
  const { queueId, profileId, claim } = await queueOf(user, twiceAWeek);
  for (let round = 1; round <= 5; round += 1) {
    const { body } = await user.call('GET', `/v1/queue/next-slot?profileId=${profileId}`);
    assert.equal(await claim(queueId), body.nextSlot);
  }
});

test('queuePaused, queueEmpty, queueFull and queueNotFound, also for the queue of another owner', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const { claim } = claimingFor(t, user);
  const paused = await makeQueue(user.call, { active: false, slots: [] });
  const empty = await makeQueue(user.call, { slots: [] });
  const full = await queueOf(user, twiceAWeek);
  await placePosts(t, user, { queueId: full.queueId, at: full.slots });
  await assert.rejects(claim(paused._id), { code: 'queuePaused' });
  await assert.rejects(claim(empty._id), { code: 'queueEmpty' });
  await assert.rejects(claim(full.queueId), { code: 'queueFull' });
  await assert.rejects(claim('que_unknown'), { code: 'queueNotFound' });
  await assert.rejects(claim((await makeQueue(other.call))._id), { code: 'queueNotFound' });
});

test('a post names a queue of its profile, or gets the default one', async () => {
  const user = await t.newUser();
  const ctx = { ...t.app.world, caller: { kind: 'system', ownerId: user.ownerId } as const };
  const { _id: profileId } = await defaultProfile(user.call);
  await assert.rejects(queueForPost(ctx, { profileId }), { code: 'queueNotFound' });
  const [first, second] = [await makeQueue(user.call), await makeQueue(user.call)];
  assert.equal((await queueForPost(ctx, { profileId })).id, first._id);
  assert.equal((await queueForPost(ctx, { profileId, queueId: second._id })).id, second._id);
  await assert.rejects(queueForPost(ctx, { profileId: 'prf_other', queueId: second._id }), { code: 'queueNotFound' });
});

test('a claim that is rolled back leaves its slot to the next', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim, claimUntil } = await queueOf(user);
  await assert.rejects(
    claimUntil(queueId, () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await claim(queueId), slots[0]);
});

test('a claim does not wait for one under way, and passes its slot over', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim, claimUntil } = await queueOf(user);
  const failing = claimUntil(queueId, async () => {
    assert.deepEqual([await claim(queueId), await claim(queueId)], [slots[1], slots[2]]);
    throw new Error('taken back');
  });
  await assert.rejects(failing, /taken back/);
  assert.deepEqual([await claim(queueId), await claim(queueId)], [slots[0], slots[3]]);
});

/** Counts what is sent to the database. */
function counted(db: Db): { db: Db; count(): number } {
  let count = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db: counting, count: () => count };
}

test('a claim costs as many statements with 2,000 slots taken as with none', async () => {
  const user = await t.newUser();
  const costs = [];
  for (const takenCount of [0, 2000]) {
    const { queueId, slots, claim } = await queueOf(user);
    await placePosts(t, user, { queueId, at: slots.slice(0, takenCount) });
    // The first one finds the way.
    assert.equal(await claim(queueId), slots[takenCount]);
    const { db, count } = counted(t.app.world.db);
    const counting = claimingFor(t, user, db);
    assert.equal(await counting.claim(queueId), slots[takenCount + 1]);
    costs.push(count());
  }
  // Two for the queue, a page of taken slots, a lock, one more look; and the post itself.
  assert.deepEqual(costs, [6, 6]);
});

test('a year of taken slots is read in seven statements', async () => {
  const user = await t.newUser();
  const { queueId, profileId, slots } = await queueOf(user);
  await placePosts(t, user, { queueId, at: slots });
  const { db, count } = counted(t.app.world.db);
  await assert.rejects(claimingFor(t, user, db).claim(queueId), { code: 'queueFull' });
  assert.equal(count(), 2 + 7);
  assert.equal((await user.call('GET', `/v1/queue/next-slot?profileId=${profileId}`)).status, 409);
});

test('full_until moves after more than sixteen taken slots, to the last of them before the first free one', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim } = await queueOf(user);
  await placePosts(t, user, { queueId, at: slots.slice(0, 16) });
  await claim(queueId);
  assert.equal(await fullUntil(queueId), null);
  await claim(queueId);
  assert.equal(await fullUntil(queueId), slots[16]);
});

test('full_until never passes a slot under claim, which may yet be given back', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim, claimUntil } = await queueOf(user);
  await placePosts(t, user, { queueId, at: [...slots.slice(0, 20), ...slots.slice(21, 60)] });
  const failing = claimUntil(queueId, async () => {
    assert.equal(await claim(queueId), slots[60]);
    throw new Error('taken back');
  });
  await assert.rejects(failing, /taken back/);
  assert.equal(await fullUntil(queueId), slots[19]);
  assert.equal(await claim(queueId), slots[20]);
});

test('a slot given back is handed out next, and those behind it stay taken', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim, free } = await queueOf(user);
  await placePosts(t, user, { queueId, at: slots.slice(0, 100) });
  assert.equal(await claim(queueId), slots[100]);
  await free(queueId, slots[40] ?? '');
  assert.deepEqual([await claim(queueId), await claim(queueId)], [slots[40], slots[101]]);
});

test('giving a slot back says nothing about the slots before it', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim, free } = await queueOf(user);
  await placePosts(t, user, { queueId, at: slots.slice(5, 10) });
  await free(queueId, slots[8] ?? '');
  assert.deepEqual([await fullUntil(queueId), await claim(queueId)], [null, slots[0]]);
});

test('what a claim learned before a slot was given back is not written', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim, claimUntil, raise, free } = await queueOf(user);
  await placePosts(t, user, { queueId, at: slots.slice(0, 50) });
  const early = await claimUntil(queueId, async () => undefined);
  await free(queueId, slots[7] ?? '');
  await raise(early);
  assert.equal(await fullUntil(queueId), null);
  assert.equal(await claim(queueId), slots[7]);
});

test('other slots or another timezone: all of them are looked at again', async () => {
  const user = await t.newUser();
  const { queueId, profileId, slots, claim } = await queueOf(user);
  await placePosts(t, user, { queueId, at: slots.slice(0, 50) });
  for (const change of [{ timezone: 'Asia/Tokyo' }, { slots: twiceAWeek }]) {
    await claim(queueId);
    await t.sql('UPDATE queues SET full_until = $2 WHERE id = $1', [queueId, slots[40]]);
    const body = { profileId, timezone: 'UTC', slots: eightADay, ...change };
    await user.call('PUT', '/v1/queue/slots', { body });
    assert.equal(await fullUntil(queueId), null);
  }
  await t.sql('UPDATE queues SET full_until = $2 WHERE id = $1', [queueId, slots[40]]);
  await user.call('PUT', '/v1/queue/slots', { body: { profileId, timezone: 'UTC', slots: twiceAWeek, name: 'New' } });
  assert.equal(await fullUntil(queueId), slots[40]);
});

test('whatever is claimed, given back and waited for, a claim takes the earliest free slot', async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.constant({ kind: 'claim' as const }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('free' as const), pick: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 9 }) }) },
  );
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
    const user = await t.newUser();
    const { queueId, slots, claim, free } = await queueOf(user);
    await placePosts(t, user, { queueId, at: slots.slice(0, 20) });
    const taken = new Set(slots.slice(0, 20));
    for (const one of steps) {
      const soon = ahead(eightADay, 20);
      const live = [...taken].filter((slot) => soon.includes(slot));
      const picked = one.kind === 'free' ? live[one.pick % Math.max(1, live.length)] : undefined;
      if (one.kind === 'wait') await t.advance(one.hours * 3_600_000);
      if (picked !== undefined) {
        await free(queueId, picked);
        taken.delete(picked);
      }
      if (one.kind !== 'claim') continue;
      const expected = soon.find((slot) => !taken.has(slot));
      assert.equal(await claim(queueId), expected);
      taken.add(expected ?? '');
    }
  });
  await fc.assert(property, { numRuns: 12 });
});
