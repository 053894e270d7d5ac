import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeAccount } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import { eightADay, makeQueue, placePosts } from '../../../test/data/queues.ts';

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

test('a claim finds its slot by index, though the queue was empty when the plan was made', async () => {
  const user = await t.newUser();
  const { _id: accountId, platform } = await makeAccount(user.call);
  const { _id: queueId, profileId } = await makeQueue(user.call, { slots: eightADay });
  await t.sql('VACUUM posts, post_targets');
  const claim = async (content: string): Promise<void> => {
    const body = { content, queuedFromProfile: profileId, platforms: [{ platform, accountId }] };
    const { status, text } = await user.call('POST', '/v1/posts', { body });
    assert.equal(status, 201, text);
  };
  for (let number = 1; number <= 12; number += 1) await claim(`Early ${number}`);
  const { slots } = (await user.call('GET', `/v1/queue/preview?profileId=${profileId}&count=100`)).body;
  const dayAfter = Date.parse(slots.at(-1)) + 86_400_000;
  const at = Array.from({ length: 2000 }, (_, minute) => new Date(dayAfter + minute * 60_000).toISOString());
  await placePosts(t, user, { queueId, at });
  await reportScans();
  const before = await countReadEntries();
  for (let number = 1; number <= 5; number += 1) await claim(`Late ${number}`);
  await reportScans();
  const readCount = (await countReadEntries()) - before;
  assert.ok(readCount < 1000, `five claims read ${readCount} entries of indexes`);
});

async function countReadEntries(): Promise<number> {
  const [read] = await t.sql<{ count: number }>(
    `SELECT sum(idx_tup_read)::int AS count FROM pg_stat_user_indexes WHERE relname = 'posts'`,
  );
  return read?.count ?? 0;
}
