import { test } from 'node:test';
import { compareHistories } from '../../../test/data/random-histories.ts';

const count = Number(process.env['HERALD_HISTORIES'] ?? 150);
const seed = process.env['HERALD_SEED'] ?? String(Date.now());

test(`every read agrees with the model for ${count} random histories`, { timeout: 1_800_000 }, async () => {
  await compareHistories({ count, seed });
});
