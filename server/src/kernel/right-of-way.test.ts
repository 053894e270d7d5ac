import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRightOfWay } from './right-of-way.ts';

function createWay() {
  const time = { nowMs: 0 };
  const waits: number[] = [];
  const way = createRightOfWay({ pauseMs: 250 }, { nowMs: () => time.nowMs, sleep: async (ms) => void waits.push(ms) });
  return { way, waits, time };
}

test('steps do not wait without urgent work', async () => {
  const { way, waits } = createWay();
  await Promise.all(Array.from({ length: 100 }, way.yield));
  assert.deepEqual(waits, []);
});

test('after urgent work, the first step starts at once and the others one by one', async () => {
  const { way, waits, time } = createWay();
  way.claim();
  await Promise.all([way.yield(), way.yield(), way.yield()]);
  assert.deepEqual(waits, [250, 500]);
  time.nowMs = 600;
  await way.yield();
  assert.deepEqual(waits, [250, 500, 150]);
});

test('steps stop waiting a second after the last urgent work', async () => {
  const { way, waits, time } = createWay();
  way.claim();
  time.nowMs = 1001;
  await Promise.all([way.yield(), way.yield()]);
  assert.deepEqual(waits, []);
});
