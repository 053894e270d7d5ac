import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRightOfWay } from './right-of-way.ts';

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

test('steps are not delayed without urgent work', async () => {
  const way = createRightOfWay();
  assert.ok((await msOf(() => Promise.all(Array.from({ length: 100 }, way.yield)))) < 90);
});

test('after urgent work, steps start one by one', async () => {
  const way = createRightOfWay();
  way.claim();
  assert.ok((await msOf(way.yield)) < 90, 'the first step starts at once');
  const starts: number[] = [];
  const step = async (): Promise<void> => {
    await way.yield();
    starts.push(performance.now());
  };
  await Promise.all([step(), step(), step()]);
  const pauses = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
  assert.ok(
    pauses.every((ms) => ms > 50),
    JSON.stringify(pauses),
  );
});
