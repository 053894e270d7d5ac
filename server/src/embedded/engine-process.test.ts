import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restartWaitMs } from './engine-process.ts';

test('waits longer between restarts up to 10 seconds, and never gives up', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map(restartWaitMs), [200, 400, 800, 1600, 3200, 6400, 10_000]);
  assert.equal(restartWaitMs(5000), 10_000);
});
