import { sql } from 'kysely';
import type { Db } from '../../src/db/client.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import type { Ctx, TxCtx } from '../../src/domain/context.ts';
import { claimSlot, type Claim } from '../../src/domain/queues/claim-slot.ts';
import { freeSlot } from '../../src/domain/queues/free-slot.ts';
import { raiseFullUntil } from '../../src/domain/queues/raise-full-until.ts';
import type { TestApp, TestUser } from '../harness.ts';

type Claiming = {
  /** Like creating a post: claim, insert, commit, `raise`. */
  claim(queueId: string): Promise<string>;
  /** Without `raise`; the transaction stays open until `until` resolves. A rejection rolls it back. */
  claimUntil(queueId: string, until: () => Promise<void>): Promise<Claim>;
  raise(claim: Claim): Promise<void>;
  free(queueId: string, slotAt: string, until?: () => Promise<void>): Promise<void>;
};

export function claimingFor(t: TestApp, user: TestUser, db: Db = t.app.systemCtx.db): Claiming {
  const ctx: Ctx = { ...t.app.systemCtx, db, caller: { kind: 'system', ownerId: user.ownerId } };
  const claimUntil = (queueId: string, until: () => Promise<void>): Promise<Claim> =>
    inTransaction(
      ctx,
      async (ctx) => {
        const claim = await claimSlot(ctx, { queue: { id: queueId } });
        await insertPost(ctx, queueId, claim.slotAt);
        await until();
        return claim;
      },
      { repeatOn: 'posts_queue_slot_key' },
    );
  const raise = (claim: Claim): Promise<void> => raiseFullUntil(ctx, claim.full);
  return {
    claimUntil,
    raise,
    claim: async (queueId) => {
      const claim = await claimUntil(queueId, async () => undefined);
      await raise(claim);
      return claim.slotAt.toISOString();
    },
    free: (queueId, slotAt, until) =>
      inTransaction(ctx, async (ctx) => {
        await sql`DELETE FROM posts WHERE queue_id = ${queueId} AND scheduled_for = ${slotAt}`.execute(ctx.db);
        await freeSlot(ctx, { queueId, slotAt: new Date(slotAt) });
        await until?.();
      }),
  };
}

async function insertPost(ctx: TxCtx, queueId: string, slotAt: Date): Promise<void> {
  const id = ctx.ids.make('request');
  await sql`
    WITH made AS (
      INSERT INTO posts (id, owner_id, title, content, status, scheduled_for, timezone, queue_id, media, tags, hashtags,
                         mentions, late_minutes_max, late_otherwise, profile_ids, created_at, updated_at)
      VALUES (${id}, ${ctx.caller.ownerId}, '', 'text', 'scheduled', ${slotAt}, 'UTC', ${queueId}, '[]', '{}', '{}',
              '{}', 1440, 'hold', '{}', herald_now(), herald_now()) RETURNING *)
    INSERT INTO post_targets (owner_id, post_id, account_id, platform, profile_id, position, status, due_at, created_at)
    SELECT owner_id, id, 'acc_1', 'telegram', 'prf_1', 0, 'scheduled', scheduled_for, created_at FROM made`.execute(
    ctx.db,
  );
}
