import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makePost, makeTarget } from '../../../../test/data/posts.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { claimTargets, type ClaimedTarget } from './publish-store.ts';

const t = await startTestApp({ sandbox: true });
const added = 2500;

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

async function copyTarget({ postId, accountId }: Due, count: number): Promise<void> {
  await t.sql(
    `WITH copied AS (
       INSERT INTO posts SELECT (jsonb_populate_record(p, jsonb_build_object('id', 'pst_' || gen_random_uuid()))).*
         FROM posts p, generate_series(1, $3) WHERE p.id = $1
       RETURNING id)
     INSERT INTO post_targets
     SELECT (jsonb_populate_record(t, jsonb_build_object('post_id', copied.id, 'content_hash', NULL))).*
       FROM copied, post_targets t WHERE t.post_id = $1 AND t.account_id = $2`,
    [postId, accountId, count],
  );
  await t.sql('VACUUM ANALYZE post_targets');
}

async function claimOnce(slots: number): Promise<{ claimed: ClaimedTarget[]; blocksRead: number }> {
  const terms = { token: `claim of ${slots}`, workerId: 'worker of the test', leaseMs: 90_000, spacingMs: 0 };
  const claim = { ...terms, grants: new Map([['telegram', slots]]), lateMs: 300_000, giveUpMs: 7_200_000 };
  return await inTransaction(t.app.systemCtx, async ({ db }) => {
    const claimed = await claimTargets(db, claim);
    const { rows } = await sql<{ blocksRead: string }>`
      SELECT sum(pg_stat_get_xact_blocks_fetched(oid)) AS blocks_read FROM pg_class
       WHERE oid = 'post_targets'::regclass
          OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'post_targets'::regclass)`.execute(db);
    return { claimed, blocksRead: Number(rows[0]?.blocksRead) };
  });
}
