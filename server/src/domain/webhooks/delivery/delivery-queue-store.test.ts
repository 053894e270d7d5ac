import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeWebhook } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Tx } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { claimDeliveries } from './delivery-queue-store.ts';

const t = await startTestApp();
const addedCount = 3000;
const claimedCount = 20;

test('a claim that was planned in a young database reads only what it takes', async () => {
  const user = await t.newUser();
  const { id: webhookId } = await makeWebhook(user.call);
  await t.sql('VACUUM events, webhook_deliveries, open_deliveries');
  const { claimed, blocksRead } = await inTransaction(t.app.systemCtx, async ({ db }) => {
    await claim(db, webhookId);
    await pileUp(db, user.ownerId, webhookId);
    const before = await readBlocks(db);
    const claimed = await claim(db, webhookId);
    return { claimed, blocksRead: (await readBlocks(db)) - before };
  });
  assert.equal(claimed.filter(({ event }) => event !== null).length, claimedCount);
  assert.equal(claimed.filter(({ endpoint }) => endpoint !== null).length, claimedCount);
  assert.ok(blocksRead < addedCount / 3, `${blocksRead} blocks`);
});

async function claim(db: Tx, webhookId: string): Promise<ClaimedDelivery[]> {
  const terms = { grants: new Map([[webhookId, claimedCount]]), token: 'claim of the test', leaseMs: 90_000 };
  return await claimDeliveries(db, { ...terms, claimedAtMs: performance.now(), requestedAt: new Date() });
}

async function pileUp(db: Tx, ownerId: string, webhookId: string): Promise<void> {
  await sql`
    WITH added AS (
      INSERT INTO events (id, owner_id, type, resource_id, profile_ids, body, is_in_feed, created_at)
      SELECT 'evt_' || n, ${ownerId}, 'post.published', 'pst_1', '{}', '{}', true, herald_now()
        FROM generate_series(1, ${addedCount}::int) n
      RETURNING *
    ), logged AS (
      INSERT INTO webhook_deliveries (id, owner_id, endpoint_id, event_id, event_type, resource_id, status, attempt_count,
                                      event_created_at, created_at)
      SELECT 'whd_' || id, owner_id, ${webhookId}, id, type, resource_id, 'pending', 0, created_at, created_at FROM added
      RETURNING *
    )
    INSERT INTO open_deliveries (delivery_id, owner_id, endpoint_id, event_id, run_attempt_count, next_attempt_at)
    SELECT id, owner_id, endpoint_id, event_id, 0, created_at FROM logged`.execute(db);
}

async function readBlocks(db: Tx): Promise<number> {
  const { rows } = await sql<{ blocks: string }>`
    SELECT sum(pg_stat_get_xact_blocks_fetched(relation.oid)) AS blocks
      FROM pg_class named
      JOIN pg_class relation ON relation.oid = named.oid
        OR relation.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = named.oid)
     WHERE named.relname ~ '^(events|webhook_deliveries|webhook_attempts|open_deliveries|webhook_endpoints)'
       AND named.relkind = 'r'`.execute(db);
  return Number(rows[0]?.blocks);
}
