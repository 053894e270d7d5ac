import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import { createInsert } from '../../../db/create-insert.ts';
import { createStatement } from '../../../db/create-statement.ts';
import { seesPost } from '../../../db/visibility.ts';
import { readLater, sendLater } from '../../../db/send-later.ts';
import { encodeJson } from '../../../db/sql.ts';
import type { PostRow, PostStatus } from '../../../db/post-rows.ts';
import type { Scope } from '../../context.ts';
import { listedMax } from '../model/limits.ts';

export function insertPosts(db: Tx, rows: readonly PostRow[]): void {
  if (rows.length > 0) sendLater(db, insertOf(rows));
}

export async function findPost(db: Db | Tx, scope: Scope, id: string): Promise<PostRow | undefined> {
  const { rows } = await sql<PostRow>`
    SELECT p.* FROM posts p
     WHERE p.owner_id = ${scope.ownerId} AND p.id = ${id} AND ${seesPost(scope)}`.execute(db);
  return rows[0];
}

export async function selectVisibleIds(db: Db, scope: Scope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM posts p
     WHERE p.owner_id = ${scope.ownerId} AND p.id = ANY(${[...ids]}::text[]) AND ${seesPost(scope)}`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/**
 * Taken before any change of a post or its targets. The next statement requests the lock; the returned function then returns
 * the post.
 */
export function lockPost(db: Tx, scope: Scope, id: string): () => PostRow | undefined {
  const keys = { ownerId: scope.ownerId, id };
  const rows = readLater(db, scope.profiles === 'all' ? selectForUpdate(db, keys) : forUpdate(keys, scope).compile(db));
  return () => rows()[0];
}

type PostKeys = { ownerId: string; id: string };
type Sight = Pick<Scope, 'profiles' | 'keyId'>;

const selectForUpdate = createStatement<PostKeys, PostRow>((keys) => forUpdate(keys, { profiles: 'all', keyId: null }));

function forUpdate({ ownerId, id }: PostKeys, sight: Sight): RawBuilder<PostRow> {
  return sql<PostRow>`
    SELECT p.* FROM posts p WHERE p.owner_id = ${ownerId} AND p.id = ${id} AND ${seesPost(sight)} FOR UPDATE`;
}

export function updatePostRow(db: Tx, scope: Scope, { id, changes }: { id: string; changes: Partial<PostRow> }): void {
  sendLater(db, updateRow(db, { ofOwner: scope.ownerId, ofPost: id, ...encodeJson(changes, jsonColumns) }));
}

const updateRow = createStatement<Partial<PostRow> & { ofOwner: string; ofPost: string }>(
  ({ ofOwner, ofPost, ...changes }, db) =>
    db.updateTable('posts').set(changes).where('ownerId', '=', ofOwner).where('id', '=', ofPost),
);

export async function deletePostRow(db: Tx, scope: Scope, id: string): Promise<void> {
  await db.deleteFrom('posts').where('ownerId', '=', scope.ownerId).where('id', '=', id).execute();
}

export type PostFilter = {
  profileId?: string | undefined;
  accountId?: string | undefined;
  platform?: string | undefined;
  status?: PostStatus | undefined;
  from: Date | null;
  to: Date | null;
  sortBy: 'createdAt' | 'scheduledFor';
};

export async function selectPosts(
  db: Db,
  scope: Scope,
  filter: PostFilter & { offset: number; limit: number },
): Promise<{ rows: PostRow[]; total: number }> {
  const { offset, limit } = filter;
  const matching = sql`FROM posts p WHERE p.owner_id = ${scope.ownerId} AND ${matches(scope, filter)}`;
  const order = sql`${orderedBy(filter)} DESC, p.id DESC`;
  const count = sql`SELECT count(*)::int AS total FROM (SELECT 1 ${matching} LIMIT ${listedMax}) AS counted`;
  if (offset < listedMax) {
    const { rows } = await sql<PostRow & { total: number }>`
      SELECT p.*, (${count}) AS total ${matching} ORDER BY ${order}
       LIMIT ${Math.min(limit, listedMax - offset)} OFFSET ${offset}`.execute(db);
    const [first] = rows;
    if (first !== undefined || offset === 0) return { rows, total: first?.total ?? 0 };
  }
  const counted = await sql<{ total: number }>`${count}`.execute(db);
  return { rows: [], total: counted.rows[0]?.total ?? 0 };
}

/** The instant is text, because a Date has no microseconds. */
type PostPosition = { at: string; id: string };

export async function selectPostBatch(
  db: Db,
  scope: Scope,
  { after, limit, ...filter }: PostFilter & { after: PostPosition | undefined; limit: number },
): Promise<(PostRow & PostPosition)[]> {
  const by = orderedBy(filter);
  const isBehind = after === undefined ? sql`true` : sql`(${by}, p.id) < (${after.at}::timestamptz, ${after.id})`;
  const { rows } = await sql<PostRow & PostPosition>`
    SELECT p.*, ${by}::text AS at FROM posts p
     WHERE p.owner_id = ${scope.ownerId} AND ${isBehind} AND ${matches(scope, filter)}
     ORDER BY ${by} DESC, p.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

function orderedBy({ sortBy }: PostFilter): RawBuilder<unknown> {
  return sortBy === 'createdAt' ? sql`p.created_at` : sql`p.scheduled_for`;
}

function matches(scope: Scope, filter: PostFilter): RawBuilder<unknown> {
  const { profileId, accountId, platform, status, from, to, sortBy } = filter;
  const needsTime = sortBy === 'scheduledFor' || from !== null || to !== null;
  const conditions = [
    seesPost(scope),
    ...(status === undefined ? [] : [sql`p.status = ${status}`]),
    ...(needsTime ? [sql`p.scheduled_for IS NOT NULL`] : []),
    ...(from === null ? [] : [sql`p.scheduled_for >= ${from}`]),
    ...(to === null ? [] : [sql`p.scheduled_for <= ${to}`]),
    ...(profileId === undefined ? [] : [hasTarget(sql`t.profile_id = ${profileId}`)]),
    ...(accountId === undefined ? [] : [hasTarget(sql`t.account_id = ${accountId}`)]),
    ...(platform === undefined ? [] : [hasTarget(sql`t.platform = ${platform}`)]),
  ];
  return sql.join(conditions, sql` AND `);
}

function hasTarget(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`EXISTS (SELECT 1 FROM post_targets t WHERE t.owner_id = p.owner_id AND t.post_id = p.id AND ${condition})`;
}

const jsonColumns = ['media', 'metadata'] as const;

const insertOf = createInsert<PostRow>({
  table: 'posts',
  columns: [
    ...(['id', 'ownerId', 'keyId', 'title', 'content', 'status', 'scheduledFor', 'timezone', 'queueId'] as const),
    ...(['media', 'tags', 'hashtags', 'mentions', 'metadata', 'lateMinutesMax', 'lateOtherwise'] as const),
    ...(['profileIds', 'acceptedAt', 'publishedAt', 'createdAt', 'updatedAt'] as const),
  ],
  json: jsonColumns,
});
