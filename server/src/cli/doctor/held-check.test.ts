import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../test/harness.ts';
import { checkHeld } from './held-check.ts';

test('doctor reports a fault and the command to run while Herald is held', async () => {
  const t = await startTestApp();
  assert.equal((await checkHeld(t.databaseUrl)).level, 'ok');
  await t.sql(
    `INSERT INTO installation (id, epoch, advanced_at, held_since, held_reason)
     VALUES ('ins_1', 1, herald_now(), herald_now(), 'the database is older')`,
  );
  const finding = await checkHeld(t.databaseUrl);
  assert.equal(finding.level, 'fault');
  assert.match(finding.message, /Herald is held: the database is older\..*`herald release`/);
});
