import { sql, type UpdateQueryBuilder } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import { targetJson } from '../../../db/post-rows.ts';
import type { Schema } from '../../../db/rows.ts';
import { readLater } from '../../../db/send-later.ts';
import { encodeJson, fromNow } from '../../../db/sql.ts';
import type { PostTargetRow } from '../../../db/post-rows.ts';
import type { Scope } from '../../context.ts';
import { releasedClaim } from '../model/new-target.ts';
import type { TargetChange } from '../model/target-state.ts';

type HeldTarget = Pick<PostTargetRow, 'postId' | 'accountId' | 'claimToken'>;

/** Returns undefined when another worker has the target. */
export async function updateHeld(
  db: Db | Tx,
  scope: Scope,
  target: HeldTarget,
  change: TargetChange,
): Promise<PostTargetRow | undefined> {
  return await updateOf(db, scope.ownerId, target, change).executeTakeFirst();
}

/** Runs with the next statement of the transaction. */
export function updateHeldLater(
  db: Tx,
  scope: Scope,
  target: HeldTarget,
  change: TargetChange,
): () => PostTargetRow | undefined {
  const rows = readLater(db, updateOf(db, scope.ownerId, target, change).compile());
  return () => rows()[0];
}

function updateOf(
  db: Db | Tx,
  ownerId: string,
  { postId, accountId, claimToken }: HeldTarget,
  change: TargetChange,
): UpdateQueryBuilder<Schema, 'postTargets', 'postTargets', PostTargetRow> {
  const { changes, dueInMs, isBounded, settleInMs, isReleased, isSentNow, leaseMs } = change;
  return db
    .updateTable('postTargets')
    .set({
      ...encodeJson(changes, targetJson),
      ...(dueInMs === undefined ? {} : { dueAt: isBounded === true ? beforeGivingUp(dueInMs) : fromNow(dueInMs) }),
      ...(settleInMs === undefined ? {} : { settleAfter: fromNow(settleInMs) }),
      ...(isSentNow === true ? { sentAt: fromNow(0) } : {}),
      ...(leaseMs === undefined ? {} : { leaseUntil: fromNow(leaseMs) }),
      ...(isReleased ? releasedClaim : {}),
    })
    .where('ownerId', '=', ownerId)
    .where('postId', '=', postId)
    .where('accountId', '=', accountId)
    .where('claimToken', '=', claimToken)
    .returningAll();
}

function beforeGivingUp(ms: number) {
  return sql<Date>`least(${fromNow(ms)}, give_up_at)`;
}

export async function isOwnedByOther(
  db: Db,
  scope: Scope,
  { postId, accountId, platformPostId }: Omit<HeldTarget, 'claimToken'> & { platformPostId: string },
): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    SELECT 1 AS one FROM post_targets
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND post_id <> ${postId}
       AND platform_post_id = ${platformPostId} LIMIT 1`.execute(db);
  return rows.length > 0;
}
