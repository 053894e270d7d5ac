import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countRoundTrips } from '../../../test/count-round-trips.ts';
import { claimingFor } from '../../../test/data/claims.ts';
import { defaultProfile } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { eightADay, makeQueue, placePosts, twiceAWeek } from '../../../test/data/queues.ts';
import { queueForPost } from './queue-for-post.ts';
import { expandSlots } from './slots.ts';

const t = await startTestApp();
const day = 86_400_000;

function ahead(slots: typeof eightADay, days = 366): string[] {
  const now = t.app.systemCtx.clock.now().getTime();
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

test('claims free slots in order and skips taken ones', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim } = await queueOf(user);
  await placePosts(t, user, { queueId, at: slots.slice(1, 3) });
  const claimed = [await claim(queueId), await claim(queueId), await claim(queueId)];
  assert.deepEqual(claimed, [slots[0], slots[3], slots[4]]);
});

test('claims the slot that next-slot returned', async () => {
  const user = await t.newUser();
  const { queueId, profileId, claim } = await queueOf(user, twiceAWeek);
  for (let round = 1; round <= 5; round += 1) {
    const { body } = await user.call('GET', `/v1/queue/next-slot?profileId=${profileId}`);
    assert.equal(await claim(queueId), body.nextSlot);
  }
});

test("throws queuePaused, queueEmpty, queueFull and queueNotFound, the latter also for another owner's queue", async () => {
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

test('a post uses the given queue of its profile, or the default one', async () => {
  const user = await t.newUser();
  const ctx = { ...t.app.systemCtx, caller: { kind: 'system', ownerId: user.ownerId } as const };
  const { _id: profileId } = await defaultProfile(user.call);
  await assert.rejects(queueForPost(ctx, { profileId }), { code: 'queueNotFound' });
  const [first, second] = [await makeQueue(user.call), await makeQueue(user.call)];
  assert.equal((await queueForPost(ctx, { profileId })).id, first._id);
  assert.equal((await queueForPost(ctx, { profileId, queueId: second._id })).id, second._id);
  await assert.rejects(queueForPost(ctx, { profileId: 'prf_other', queueId: second._id }), { code: 'queueNotFound' });
});

test('a rolled-back claim leaves its slot to the next claim', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim, claimUntil } = await queueOf(user);
  await assert.rejects(
    claimUntil(queueId, () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await claim(queueId), slots[0]);
});

test('a claim does not wait for one in progress and skips its slot', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim, claimUntil } = await queueOf(user);
  const failing = claimUntil(queueId, async () => {
    assert.deepEqual([await claim(queueId), await claim(queueId)], [slots[1], slots[2]]);
    throw new Error('taken back');
  });
  await assert.rejects(failing, /taken back/);
  assert.deepEqual([await claim(queueId), await claim(queueId)], [slots[0], slots[3]]);
});

test('a claim takes the same number of round trips with 2,000 taken slots as with none', async () => {
  const user = await t.newUser();
  const costs = [];
  for (const occupiedCount of [0, 2000]) {
    const { queueId, slots, claim } = await queueOf(user);
    await placePosts(t, user, { queueId, at: slots.slice(0, occupiedCount) });
    assert.equal(await claim(queueId), slots[occupiedCount]);
    const count = await countRoundTrips(async () => {
      assert.equal(await claim(queueId), slots[occupiedCount + 1]);
    });
    costs.push(count);
  }
  // The queue, the slot, the post, and the commit.
  assert.deepEqual(costs, [4, 4]);
});

test('reads a year of taken slots in seven round trips', async () => {
  const user = await t.newUser();
  const { queueId, profileId, slots, claim } = await queueOf(user);
  await placePosts(t, user, { queueId, at: slots });
  const count = await countRoundTrips(() => assert.rejects(claim(queueId), { code: 'queueFull' }));
  // The queue, seven for the slots, and the rollback.
  assert.equal(count, 1 + 7 + 1);
  assert.equal((await user.call('GET', `/v1/queue/next-slot?profileId=${profileId}`)).status, 409);
});

test('full_until advances after more than sixteen taken slots, to the last one before the first free slot', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim } = await queueOf(user);
  await placePosts(t, user, { queueId, at: slots.slice(0, 16) });
  await claim(queueId);
  assert.equal(await fullUntil(queueId), null);
  await claim(queueId);
  assert.equal(await fullUntil(queueId), slots[16]);
});

test('full_until never passes a slot whose claim may still be rolled back', async () => {
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

test('a freed slot is claimed next, and later ones stay taken', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim, free } = await queueOf(user);
  await placePosts(t, user, { queueId, at: slots.slice(0, 100) });
  assert.equal(await claim(queueId), slots[100]);
  await free(queueId, slots[40] ?? '');
  assert.deepEqual([await claim(queueId), await claim(queueId)], [slots[40], slots[101]]);
});

test('freeing a slot does not mark the slots before it as taken', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim, free } = await queueOf(user);
  await placePosts(t, user, { queueId, at: slots.slice(5, 10) });
  await free(queueId, slots[8] ?? '');
  assert.deepEqual([await fullUntil(queueId), await claim(queueId)], [null, slots[0]]);
});

test('discards the full_until of a claim that started before a slot was freed', async () => {
  const user = await t.newUser();
  const { queueId, slots, claim, claimUntil, raise, free } = await queueOf(user);
  await placePosts(t, user, { queueId, at: slots.slice(0, 50) });
  const early = await claimUntil(queueId, async () => undefined);
  await free(queueId, slots[7] ?? '');
  await raise(early);
  assert.equal(await fullUntil(queueId), null);
  assert.equal(await claim(queueId), slots[7]);
});

test('changing slots or timezone resets full_until, renaming does not', async () => {
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

test('always claims the earliest free slot, whatever is claimed, freed and waited for', async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.constant({ kind: 'claim' as const }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('free' as const), pick: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 9 }) }) },
  );
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
    const user = await t.newUser();
    const { queueId, slots, claim, free } = await queueOf(user);
    await placePosts(t, user, { queueId, at: slots.slice(0, 20) });
    const occupied = new Set(slots.slice(0, 20));
    for (const one of steps) {
      const soon = ahead(eightADay, 20);
      const live = [...occupied].filter((slot) => soon.includes(slot));
      const picked = one.kind === 'free' ? live[one.pick % Math.max(1, live.length)] : undefined;
      if (one.kind === 'wait') await t.advance(one.hours * 3_600_000);
      if (picked !== undefined) {
        await free(queueId, picked);
        occupied.delete(picked);
      }
      if (one.kind !== 'claim') continue;
      const expected = soon.find((slot) => !occupied.has(slot));
      assert.equal(await claim(queueId), expected);
      occupied.add(expected ?? '');
    }
  });
  await fc.assert(property, { numRuns: 12 });
});
