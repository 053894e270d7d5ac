import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql, type RawBuilder } from 'kysely';
import { makePost, makeTarget } from '../../../../test/data/posts.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Tx } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { claimTargets, type ClaimedTarget } from './publish-store.ts';

const t = await startTestApp({ sandbox: true });
const added = 2500;

test('a claim keeps its plan once ANALYZE has counted a thousand posts, and not before', async () => {
  const due = await makeDue('2026-03-02T08:59:00.000Z');
  await t.sql('VACUUM ANALYZE posts, post_targets');
  assert.equal(await keepsPlan(), false);
  await copiesOf(due, added).execute(t.app.systemCtx.db);
  assert.equal(await keepsPlan(), false);
  await t.sql('VACUUM ANALYZE posts, post_targets');
  assert.equal(await keepsPlan(), true);
  await t.sql('DELETE FROM posts');
  await t.sql('VACUUM ANALYZE posts, post_targets');
});

async function keepsPlan(): Promise<boolean> {
  return await inTransaction(t.app.systemCtx, async ({ db }) => {
    const before = await countKeptPlans(db);
    await claimIn(db, 2);
    return (await countKeptPlans(db)) > before;
  });
}

async function countKeptPlans(db: Tx): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    SELECT coalesce(sum(generic_plans), 0) AS count FROM pg_prepared_statements
     WHERE statement LIKE '%near AS MATERIALIZED%'`.execute(db);
  return Number(rows[0]?.count);
}

test('a claim reads no more of a large backlog than of a small one, and takes the free accounts behind it', async () => {
  const crowded = await makeDue('2026-03-02T08:59:00.000Z');
  const behind = await makeDue('2026-03-02T08:59:30.000Z');
  await makeDue('2026-03-03T09:00:00.000Z');
  const both = [crowded.accountId, behind.accountId].toSorted();

  await copyTarget(crowded, 500);
  const small = await claimOnce(2);
  assert.deepEqual(accountsOf(small.claimed), both);
  await t.sql('UPDATE post_targets SET claim_token = NULL, lease_until = NULL');
  await copyTarget(crowded, added);
  const large = await claimOnce(2);
  assert.deepEqual(accountsOf(large.claimed), both);
  assert.ok(
    large.blocksRead < small.blocksRead + added / 2,
    `${large.blocksRead} blocks instead of ${small.blocksRead}`,
  );

  const blocked = await claimOnce(2);
  assert.deepEqual(blocked.claimed, []);
  assert.ok(
    blocked.blocksRead < small.blocksRead + added / 2,
    `${blocked.blocksRead} blocks instead of ${small.blocksRead}`,
  );
});

const accountsOf = (claimed: readonly ClaimedTarget[]): string[] =>
  claimed.map(({ accountId }) => accountId).toSorted();

type Due = { postId: string; accountId: string };

async function makeDue(dueAt: string): Promise<Due> {
  const user = await t.newUser();
  const target = await makeTarget(user.call);
  const scheduledFor = '2026-03-03T09:00:00.000Z';
  const post = await makePost(user.call, { isDraft: false, scheduledFor, platforms: [target] });
  await t.sql('UPDATE post_targets SET due_at = $2 WHERE post_id = $1', [post._id, dueAt]);
  return { postId: post._id, accountId: target.accountId };
}

async function copyTarget(due: Due, count: number): Promise<void> {
  await copiesOf(due, count).execute(t.app.systemCtx.db);
  await t.sql('VACUUM ANALYZE post_targets');
}

function copiesOf({ postId, accountId }: Due, count: number): RawBuilder<unknown> {
  return sql`
    WITH copied AS (
       INSERT INTO posts SELECT (jsonb_populate_record(p, jsonb_build_object('id', 'pst_' || gen_random_uuid()))).*
         FROM posts p, generate_series(1, ${count}::int) WHERE p.id = ${postId}
       RETURNING id)
     INSERT INTO post_targets
     SELECT (jsonb_populate_record(t, jsonb_build_object('post_id', copied.id, 'content_hash', NULL))).*
       FROM copied, post_targets t WHERE t.post_id = ${postId} AND t.account_id = ${accountId}`;
}

type ClaimOnce = { claimed: ClaimedTarget[]; blocksRead: number };

async function claimOnce(slots: number): Promise<ClaimOnce> {
  return await inTransaction(t.app.systemCtx, ({ db }) => claimIn(db, slots));
}

async function claimIn(db: Tx, slots: number): Promise<ClaimOnce> {
  const terms = { token: `claim of ${slots}`, workerId: 'worker of the test', leaseMs: 90_000, spacingMs: 0 };
  const claim = { ...terms, grants: new Map([['telegram', slots]]), lateMs: 300_000, giveUpMs: 7_200_000 };
  const before = await readBlocks(db);
  const claimed = await claimTargets(db, claim);
  return { claimed, blocksRead: (await readBlocks(db)) - before };
}

async function readBlocks(db: Tx): Promise<number> {
  const { rows } = await sql<{ blocksRead: string }>`
      SELECT sum(pg_stat_get_xact_blocks_fetched(oid)) AS blocks_read FROM pg_class
       WHERE oid = 'post_targets'::regclass
          OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'post_targets'::regclass)`.execute(db);
  return Number(rows[0]?.blocksRead);
}
