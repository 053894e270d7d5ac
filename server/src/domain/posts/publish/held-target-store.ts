import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import type { PostTargetRow } from '../../../db/post-rows.ts';
import type { Scope } from '../../context.ts';
import { targetValues } from '../target-values.ts';

type HeldTarget = Pick<PostTargetRow, 'post_id' | 'account_id' | 'claim_token'>;

export type TargetChange = {
  changes: Partial<PostTargetRow>;
  /** When to look at it next, by the database's clock. */
  dueInMs?: number;
  /** Looks at it no later than the moment Herald gives up. */
  isBounded?: boolean;
  /** From when on absence proves something. */
  settleInMs?: number;
  /** Whether the claim ends with it. */
  isReleased: boolean;
  /** Marks the moment before a request that cannot be taken back. */
  isSentNow?: boolean;
  leaseMs?: number;
};

const released = { claim_token: null, lease_until: null, worker_id: null };

/** Only while the claim stands; the row as it is then, or undefined when it is another's. */
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
      ...(dueInMs === undefined ? {} : { due_at: isBounded === true ? beforeGivingUp(dueInMs) : inMs(dueInMs) }),
      ...(settleInMs === undefined ? {} : { settle_after: inMs(settleInMs) }),
      ...(isSentNow === true ? { sent_at: inMs(0) } : {}),
      ...(leaseMs === undefined ? {} : { lease_until: inMs(leaseMs) }),
      ...(isReleased ? released : {}),
    })
    .where('owner_id', '=', scope.ownerId)
    .where('post_id', '=', post_id)
    .where('account_id', '=', account_id)
    .where('claim_token', '=', claim_token)
    .returningAll()
    .executeTakeFirst();
}

function inMs(ms: number) {
  return sql<Date>`herald_now() + make_interval(secs => ${ms / 1000})`;
}

function beforeGivingUp(ms: number) {
  return sql<Date>`least(${inMs(ms)}, give_up_at)`;
}

/** Whether another target of the account has this very post of the network. */
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
