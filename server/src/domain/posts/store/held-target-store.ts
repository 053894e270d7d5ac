import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import { fromNow } from '../../../db/sql.ts';
import type { PostTargetRow } from '../../../db/post-rows.ts';
import type { Scope } from '../../context.ts';
import { releasedClaim } from '../model/new-target.ts';
import type { TargetChange } from '../model/target-state.ts';
import { targetValues } from './target-values.ts';

type HeldTarget = Pick<PostTargetRow, 'post_id' | 'account_id' | 'claim_token'>;

/** Writes the change while the claim stands and returns the new row; undefined when another worker has the target. */
export async function updateHeld(
  db: Db | Tx,
  scope: Scope,
  { post_id, account_id, claim_token }: HeldTarget,
  change: TargetChange,
): Promise<PostTargetRow | undefined> {
  const { changes, dueInMs, isBounded, settleInMs, isReleased, isSentNow, leaseMs } = change;
  return await db
    .updateTable('post_targets')
    .set({
      ...targetValues(changes),
      ...(dueInMs === undefined ? {} : { due_at: isBounded === true ? beforeGivingUp(dueInMs) : fromNow(dueInMs) }),
      ...(settleInMs === undefined ? {} : { settle_after: fromNow(settleInMs) }),
      ...(isSentNow === true ? { sent_at: fromNow(0) } : {}),
      ...(leaseMs === undefined ? {} : { lease_until: fromNow(leaseMs) }),
      ...(isReleased ? releasedClaim : {}),
    })
    .where('owner_id', '=', scope.ownerId)
    .where('post_id', '=', post_id)
    .where('account_id', '=', account_id)
    .where('claim_token', '=', claim_token)
    .returningAll()
    .executeTakeFirst();
}

function beforeGivingUp(ms: number) {
  return sql<Date>`least(${fromNow(ms)}, give_up_at)`;
}

/** Whether another target of the account already has this platform post. */
export async function isOwnedByOther(
  db: Db,
  scope: Scope,
  { post_id, account_id, platformPostId }: Omit<HeldTarget, 'claim_token'> & { platformPostId: string },
): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    SELECT 1 AS one FROM post_targets
     WHERE owner_id = ${scope.ownerId} AND account_id = ${account_id} AND post_id <> ${post_id}
       AND platform_post_id = ${platformPostId} LIMIT 1`.execute(db);
  return rows.length > 0;
}
