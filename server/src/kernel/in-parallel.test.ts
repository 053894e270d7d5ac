import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { inParallel } from './in-parallel.ts';

test('returns results in order and never exceeds the concurrency', async () => {
  let [now, most] = [0, 0];
  const results = await inParallel([5, 1, 4, 2, 3], 2, async (turns, index) => {
    most = Math.max(most, (now += 1));
    for (let count = 0; count < turns; count += 1) await turn();
    now -= 1;
    return `${index}:${turns}`;
  });
  assert.deepEqual(results, ['0:5', '1:1', '2:4', '3:2', '4:3']);
  assert.equal(most, 2);
  assert.deepEqual(await inParallel([], 4, async () => 1), []);
});

test('after a failure starts nothing new and waits for running work', async () => {
  const [begun, ended]: number[][] = [[], []];
  await assert.rejects(
    inParallel([1, 2, 3, 4], 2, async (item) => {
      begun?.push(item);
      if (item === 1) throw new Error('one');
      await turn();
      ended?.push(item);
    }),
    /one/,
  );
  assert.deepEqual([begun, ended], [[1, 2], [2]]);
});
