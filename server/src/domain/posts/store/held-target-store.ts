import { sql, type CompiledQuery } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import { createStatement } from '../../../db/create-statement.ts';
import { targetJson } from '../../../db/post-rows.ts';
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
  return (await db.executeQuery(updateOf(db, scope.ownerId, target, change))).rows[0];
}

/** Runs with the next statement of the transaction. */
export function updateHeldLater(
  db: Tx,
  scope: Scope,
  target: HeldTarget,
  change: TargetChange,
): () => PostTargetRow | undefined {
  const rows = readLater(db, updateOf(db, scope.ownerId, target, change));
  return () => rows()[0];
}

function updateOf(
  db: Db | Tx,
  ownerId: string,
  { postId, accountId, claimToken }: HeldTarget,
  change: TargetChange,
): CompiledQuery<PostTargetRow> {
  const { changes, dueInMs, isBounded, settleInMs, isReleased, isSentNow, leaseMs } = change;
  return updateRow(db, {
    ...{ ofOwner: ownerId, ofPost: postId, ofAccount: accountId, ofClaim: claimToken },
    ...encodeJson(changes, targetJson),
    ...(isReleased ? releasedClaim : {}),
    ...(dueInMs === undefined ? {} : isBounded === true ? { boundedDueInMs: dueInMs } : { dueInMs }),
    ...(settleInMs === undefined ? {} : { settleInMs }),
    ...(isSentNow === true ? { sentInMs: 0 } : {}),
    ...(leaseMs === undefined ? {} : { leaseMs }),
  });
}

type UpdateValues = Partial<PostTargetRow> & {
  ofOwner: string;
  ofPost: string;
  ofAccount: string;
  ofClaim: string | null;
  dueInMs?: number;
  boundedDueInMs?: number;
  settleInMs?: number;
  sentInMs?: number;
  leaseMs?: number;
};

const updateRow = createStatement<UpdateValues, PostTargetRow>((values, db) => {
  const { ofOwner, ofPost, ofAccount, ofClaim, ...set } = values;
  const { dueInMs, boundedDueInMs, settleInMs, sentInMs, leaseMs, ...changes } = set;
  return db
    .updateTable('postTargets')
    .set({
      ...changes,
      ...(dueInMs === undefined ? {} : { dueAt: fromNow(dueInMs) }),
      ...(boundedDueInMs === undefined ? {} : { dueAt: sql<Date>`least(${fromNow(boundedDueInMs)}, give_up_at)` }),
      ...(settleInMs === undefined ? {} : { settleAfter: fromNow(settleInMs) }),
      ...(sentInMs === undefined ? {} : { sentAt: fromNow(sentInMs) }),
      ...(leaseMs === undefined ? {} : { leaseUntil: fromNow(leaseMs) }),
    })
    .where('ownerId', '=', ofOwner)
    .where('postId', '=', ofPost)
    .where('accountId', '=', ofAccount)
    .where('claimToken', '=', ofClaim)
    .returningAll();
});

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
