import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { CommentRow } from '../../db/inbox-rows.ts';
import { fromNow } from '../../db/sql.ts';
import type { Scope } from '../context.ts';

/** Returns the IDs of new comments. `keepsStored` leaves the others as they are. */
export async function upsertComments(
  db: Tx,
  scope: Scope,
  { rows, keepsStored }: { rows: readonly Omit<CommentRow, 'ownerId' | 'deletedAt'>[]; keepsStored: boolean },
): Promise<Set<string>> {
  // A fixed order, so that two refreshes of a thread cannot deadlock.
  const values = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const { rows: stored } = await sql<{ id: string; isNew: boolean }>`
    INSERT INTO comments (owner_id, account_id, id, platform_post_id, parent_id, comment, created_at)
    SELECT ${scope.ownerId}, * FROM unnest(
      ${values.map(({ accountId }) => accountId)}::text[],
      ${values.map(({ id }) => id)}::text[],
      ${values.map(({ platformPostId }) => platformPostId)}::text[],
      ${values.map(({ parentId }) => parentId)}::text[],
      ${values.map(({ comment }) => JSON.stringify(comment))}::json[],
      ${values.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[])
    ON CONFLICT (account_id, id) DO UPDATE
      SET comment = excluded.comment, deleted_at = NULL WHERE NOT ${keepsStored}
    RETURNING id, xmax = 0 AS is_new`.execute(db);
  return new Set(stored.filter(({ isNew }) => isNew).map(({ id }) => id));
}

type CommentKey = { accountId: string; id: string };

export async function selectComment(
  db: Db | Tx,
  scope: Scope,
  { accountId, id }: CommentKey,
): Promise<CommentRow | undefined> {
  return await db
    .selectFrom('comments')
    .selectAll()
    .where('ownerId', '=', scope.ownerId)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

type PostKey = { accountId: string; platformPostId: string };

export async function isKnownPost(db: Db, scope: Scope, { accountId, platformPostId }: PostKey): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    SELECT EXISTS (SELECT 1 FROM comments
                    WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId}
                      AND platform_post_id = ${platformPostId})
        OR EXISTS (SELECT 1 FROM post_targets
                    WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId}
                      AND platform_post_id = ${platformPostId}) AS is_known`.execute(db);
  return rows[0]?.isKnown === true;
}

export async function selectPostId(
  db: Tx,
  scope: Scope,
  { accountId, platformPostId }: PostKey,
): Promise<string | undefined> {
  const { rows } = await sql<{ postId: string }>`
    SELECT post_id FROM post_targets
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND platform_post_id = ${platformPostId}
     LIMIT 1`.execute(db);
  return rows[0]?.postId;
}

export async function updateHidden(db: Tx, scope: Scope, key: CommentKey & { isHidden: boolean }): Promise<void> {
  await sql`
    UPDATE comments SET comment = jsonb_set(comment::jsonb, '{isHidden}', ${String(key.isHidden)}::jsonb)::json
     WHERE owner_id = ${scope.ownerId} AND account_id = ${key.accountId} AND id = ${key.id}`.execute(db);
}

export async function markDeleted(db: Tx, scope: Scope, { accountId, id }: CommentKey): Promise<void> {
  await sql`
    UPDATE comments SET comment = '{}', deleted_at = herald_now()
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND (id = ${id} OR parent_id = ${id})`.execute(db);
}

/** Also stores comments that Herald never saw, so that a late event does not report them. */
export async function insertDeleted(
  db: Tx,
  scope: Scope,
  { accountId, id, platformPostId }: CommentKey & PostKey,
): Promise<void> {
  await sql`
    INSERT INTO comments (owner_id, account_id, id, platform_post_id, comment, created_at, deleted_at)
    VALUES (${scope.ownerId}, ${accountId}, ${id}, ${platformPostId}, '{}', herald_now(), herald_now())
    ON CONFLICT (account_id, id) DO NOTHING`.execute(db);
  await markDeleted(db, scope, { accountId, id });
}

export type PageKey = PostKey & { parentId: string; cursor: string; size: number };

export async function selectPage<Page>(
  db: Db,
  scope: Scope,
  { maxAgeMs, ...key }: PageKey & { maxAgeMs: number },
): Promise<{ page: Page; fetchedAt: Date } | undefined> {
  const { rows } = await sql<{ page: Page; fetchedAt: Date }>`
    SELECT page, fetched_at FROM comment_pages
     WHERE owner_id = ${scope.ownerId} AND account_id = ${key.accountId}
       AND platform_post_id = ${key.platformPostId} AND parent_id = ${key.parentId}
       AND cursor = ${key.cursor} AND size = ${key.size} AND fetched_at > ${fromNow(-maxAgeMs)}`.execute(db);
  return rows[0];
}

export async function upsertPage(
  db: Tx,
  scope: Scope,
  { page, ...key }: PageKey & { page: object },
): Promise<{ fetchedAt: Date }> {
  const { rows } = await sql<{ fetchedAt: Date }>`
    INSERT INTO comment_pages
      (owner_id, account_id, platform_post_id, parent_id, cursor, size, page, fetched_at)
    VALUES (${scope.ownerId}, ${key.accountId}, ${key.platformPostId}, ${key.parentId}, ${key.cursor}, ${key.size},
            ${JSON.stringify(page)}::json, herald_now())
    ON CONFLICT (account_id, platform_post_id, parent_id, cursor, size) DO UPDATE
      SET page = excluded.page, fetched_at = excluded.fetched_at
    RETURNING fetched_at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a page of comments was not stored');
  return row;
}

export async function deletePages(db: Tx, scope: Scope, accountId: string): Promise<void> {
  await db.deleteFrom('commentPages').where('ownerId', '=', scope.ownerId).where('accountId', '=', accountId).execute();
}
