import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../test/harness.ts';
import { createClaimLoop, type Lease } from './claim-loop.ts';

const { app } = await startTestApp();
const ctx = app.systemCtx;

function createQueue(items: number[], { slots = 2, fails = [] as number[], claimPauseMs = 0 } = {}) {
  const [claimedBatches, worked] = [[] as number[][], [] as number[]];
  let mostInProgress = 0;
  const loop = createClaimLoop<number>({
    ctx,
    label: 'numbers',
    claimPauseMs,
    claim: async (inProgress) => {
      mostInProgress = Math.max(mostInProgress, inProgress.length);
      const batch = items.splice(0, slots - inProgress.length);
      claimedBatches.push(batch);
      return batch;
    },
    work: async (item) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (fails.includes(item)) throw new Error(`cannot work on ${item}`);
      worked.push(item);
    },
  });
  return { loop, worked, claimedBatches, mostInProgress: () => mostInProgress };
}

test('a poll works through all due items, within the granted concurrency', async () => {
  const queue = createQueue([1, 2, 3, 4, 5]);
  await queue.loop.poll();
  await queue.loop.idle();
  assert.deepEqual(queue.worked.toSorted(), [1, 2, 3, 4, 5]);
  assert.equal(queue.mostInProgress(), 2);
});

test('with a pause between claims, one claim takes the place of several finished items', async () => {
  const queue = createQueue([1, 2, 3, 4, 5, 6], { slots: 3, claimPauseMs: 60_000 });
  await queue.loop.poll();
  await queue.loop.idle();
  const batches = queue.claimedBatches.filter((batch) => batch.length > 0);
  assert.deepEqual(batches, [
    [1, 2, 3],
    [4, 5, 6],
  ]);
});

test('a failing item neither stops the others nor is retried at once', async () => {
  const queue = createQueue([1, 2, 3], { fails: [2] });
  await queue.loop.poll();
  await queue.loop.idle();
  assert.deepEqual(queue.worked.toSorted(), [1, 3]);
});

test('a wake-up during a claim starts another claim', async () => {
  const items: number[] = [];
  const queue = createQueue(items);
  const polled = queue.loop.poll();
  items.push(7);
  queue.loop.wake();
  await polled;
  await queue.loop.idle();
  assert.deepEqual(queue.worked, [7]);
});

test('stopping claims nothing more and waits for items in progress', async () => {
  const items = [1, 2, 3, 4];
  const queue = createQueue(items);
  await queue.loop.poll();
  items.push(5);
  await queue.loop.stop();
  const claimed = queue.claimedBatches.flat();
  assert.deepEqual(queue.worked.toSorted(), claimed.toSorted());
  queue.loop.wake();
  await queue.loop.idle();
  assert.deepEqual(queue.claimedBatches.flat(), claimed);
});

test('a lease that is not renewed is lost, a renewed one is not', async () => {
  const leases = new Map<string, Lease>();
  const done = Promise.withResolvers<void>();
  const items = ['kept', 'taken over'];
  const loop = createClaimLoop<string>({
    ctx: { ...ctx, clock: { ...ctx.clock, sleep: () => new Promise((resolve) => setTimeout(resolve, 5)) } },
    label: 'texts',
    claim: async () => items.splice(0),
    work: async (item, lease) => {
      leases.set(item, lease);
      await done.promise;
    },
    renewal: { leaseMs: 20, renew: async () => new Set(['kept']) },
  });
  await loop.poll();
  while (leases.get('taken over')?.isLost() !== true) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(leases.get('kept')?.isLost(), false);
  done.resolve();
  await loop.idle();
});
