import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { leaseTo } from '../../../db/lease.ts';
import type { PostTargetRow } from '../../../db/post-rows.ts';
import { literals } from '../../../db/sql.ts';
import type { Scope } from '../../context.ts';
import { committedStatuses } from '../model/target-state.ts';
import { claimedState } from '../publish/publish-store.ts';

// The operator reviews targets of all owners after a restore.

const isOverdue = sql`t.due_at <= herald_now() AND t.status IN (${literals(committedStatuses)})`;

export async function selectOverdue(db: Db): Promise<PostTargetRow[]> {
  const { rows } = await sql<PostTargetRow>`
    SELECT t.* FROM post_targets t WHERE ${isOverdue} ORDER BY t.due_at, t.post_id, t.account_id`.execute(db);
  return rows;
}

export async function claimOverdue(
  db: Db,
  scope: Scope,
  { postId, accountId, token, leaseMs }: { postId: string; accountId: string; token: string; leaseMs: number },
): Promise<PostTargetRow | undefined> {
  const { rows } = await sql<PostTargetRow>`
    UPDATE post_targets t
       SET ${leaseTo(token, leaseMs)}, worker_id = NULL, ${claimedState}
     WHERE t.owner_id = ${scope.ownerId} AND t.post_id = ${postId} AND t.account_id = ${accountId} AND ${isOverdue}
    RETURNING t.*`.execute(db);
  return rows[0];
}
