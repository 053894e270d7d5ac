import { test } from 'node:test';
import { compareHistories } from '../../../test/data/random-histories.ts';

test('every read agrees with the model for random histories', { timeout: 120_000 }, async () => {
  await compareHistories({ count: 25, seed: 'quick' });
});
