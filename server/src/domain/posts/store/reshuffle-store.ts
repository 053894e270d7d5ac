import { sql } from 'kysely';
import type { Tx } from '../../../db/client.ts';
import type { PostRow } from '../../../db/post-rows.ts';
import type { Scope } from '../../context.ts';

type Movable = { queueId: string; limit: number };

/** Skips posts whose targets a worker has claimed. */
export async function lockFuturePosts(db: Tx, scope: Scope, { queueId, limit }: Movable): Promise<PostRow[]> {
  const { rows: posts } = await sql<PostRow>`
    SELECT p.* FROM posts p
     WHERE p.owner_id = ${scope.ownerId} AND p.queue_id = ${queueId} AND p.status = 'scheduled'
       AND p.scheduled_for > herald_now()
     ORDER BY p.scheduled_for, p.id LIMIT ${limit} FOR UPDATE`.execute(db);
  const { rows: targets } = await sql<{ postId: string; isClaimed: boolean }>`
    SELECT post_id, claim_token IS NOT NULL AS is_claimed FROM post_targets
     WHERE owner_id = ${scope.ownerId} AND post_id = ANY(${posts.map(({ id }) => id)}::text[]) FOR UPDATE`.execute(db);
  const claimed = new Set(targets.filter((target) => target.isClaimed).map((target) => target.postId));
  return posts.filter(({ id }) => !claimed.has(id));
}

export type Move = { post: PostRow; slotAt: Date };

/**
 * First takes all posts out of their slots, so that one can take the slot of another that has yet to move. The caller updates
 * the posts.
 */
export async function moveTargets(db: Tx, scope: Scope, moves: readonly Move[]): Promise<void> {
  const ids = moves.map(({ post }) => post.id);
  await sql`UPDATE posts SET queue_id = NULL WHERE owner_id = ${scope.ownerId} AND id = ANY(${ids}::text[])`.execute(
    db,
  );
  await sql`
    UPDATE post_targets t SET due_at = moved.slot_at
      FROM unnest(${ids}::text[], ${moves.map(({ slotAt }) => slotAt)}::timestamptz[]) AS moved (post_id, slot_at)
     WHERE t.owner_id = ${scope.ownerId} AND t.post_id = moved.post_id AND t.status = 'scheduled'`.execute(db);
}

export async function insertMoved(
  db: Tx,
  scope: Scope,
  { moves, at }: { moves: readonly Move[]; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO post_timeline (owner_id, post_id, at, kind, summary)
    SELECT ${scope.ownerId}, post_id, ${at}, 'updated', 'Moved by its queue'
      FROM unnest(${moves.map(({ post }) => post.id)}::text[]) AS moved (post_id)`.execute(db);
}
