import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeAccount } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';

const connectionCount = 2;
const environment = { HERALD_DATABASE_POOL_SIZE: String(connectionCount) };
const t = await startTestApp({ sandbox: true, environment });

type Scans = { readWhole: number; readByContent: number };

async function readScans(): Promise<Scans> {
  const [scans] = await t.sql<Scans>(
    `SELECT (SELECT sum(seq_scan)::int FROM pg_stat_user_tables WHERE relname IN ('posts', 'post_targets')) AS "readWhole",
            (SELECT idx_scan::int FROM pg_stat_user_indexes WHERE indexrelname = 'post_targets_same_idx')
              AS "readByContent"`,
  );
  return scans ?? { readWhole: -1, readByContent: -1 };
}

/** Connections report what they did with a delay, unless they are asked to. */
async function reportScans(): Promise<void> {
  const report = () => sql`SELECT pg_stat_force_next_flush()`.execute(t.app.systemCtx.db);
  await Promise.all(Array.from({ length: connectionCount }, report));
}

test('the duplicate check of a create uses its index on empty tables', async () => {
  const user = await t.newUser();
  const { _id: accountId, platform } = await makeAccount(user.call);
  // From the sixth execution on, PostgreSQL keeps the plan of a prepared statement.
  const postCount = 12;
  // The planner takes them for empty afterwards, and reading an empty table costs nothing.
  await t.sql('VACUUM posts, post_targets');
  await reportScans();
  const before = await readScans();
  for (let number = 1; number <= postCount; number += 1) {
    const body = {
      content: `Post ${number}`,
      scheduledFor: '2026-04-01T09:00:00Z',
      platforms: [{ platform, accountId }],
    };
    const { status, text } = await user.call('POST', '/v1/posts', { body });
    assert.equal(status, 201, text);
  }
  await reportScans();
  const { readWhole, readByContent } = before;
  assert.deepEqual(await readScans(), { readWhole, readByContent: readByContent + postCount });
});
