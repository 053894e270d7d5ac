import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { MediaRow } from '../../db/rows.ts';
import { seesPost } from '../../db/visibility.ts';
import type { Scope } from '../context.ts';

export type ListedMedia = MediaRow & { postCount: number; postIds: string[] };

type MediaPage = {
  type: string | null;
  isUnused: boolean | null;
  after: { createdAt: string; key: string } | undefined;
  limit: number;
  /** Herald learns of direct uploads to the store only when they are used. */
  includesPending: boolean;
  postIdsMax: number;
};

export async function selectMedia(db: Db, scope: Scope, page: MediaPage): Promise<ListedMedia[]> {
  const { after } = page;
  const isBehind =
    after === undefined ? sql`true` : sql`(m.created_at, m.key) < (${after.createdAt}::timestamptz, ${after.key})`;
  const isPart = page.isUnused === null ? sql`true` : page.isUnused ? sql`m.use_count = 0` : sql`m.use_count > 0`;
  const { rows } = await sql<ListedMedia>`
    WITH page AS MATERIALIZED (
      SELECT m.* FROM media m
       WHERE m.owner_id = ${scope.ownerId} AND ${isListed(scope)} AND ${isBehind} AND ${isPart}
         AND (m.status <> 'pending' OR (${page.includesPending} AND m.kind = 'presigned'))
         AND (${page.type}::text IS NULL OR m.type = ${page.type})
       ORDER BY m.created_at DESC, m.key DESC LIMIT ${page.limit}
    )
    SELECT page.*, use.post_count, coalesce(use.post_ids, '{}') AS post_ids
      FROM page
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS post_count,
              (array_agg(post.id ORDER BY post.created_at DESC, post.id DESC))[1:${sql.lit(page.postIdsMax)}] AS post_ids
         FROM (${postsWith(scope, sql`page.key`)}) post
        WHERE page.use_count > 0) use
     ORDER BY page.created_at DESC, page.key DESC`.execute(db);
  return rows;
}

/** The lock keeps posts from attaching the file. */
export async function lockMedia(db: Tx, scope: Scope, key: string): Promise<MediaRow | undefined> {
  const { rows } = await sql<MediaRow>`
    SELECT m.* FROM media m
     WHERE m.owner_id = ${scope.ownerId} AND m.key = ${key} AND ${isListed(scope)}
       FOR UPDATE`.execute(db);
  return rows[0];
}

/** Includes posts that the key cannot see, and published ones that still continue, such as with the rest of a thread. */
export async function isNeeded(db: Tx, scope: Scope, key: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT post.id FROM (${postsWith({ ...scope, profiles: 'all' }, sql`${key}::text`)}) post
     WHERE post.status IN ('draft', 'scheduled', 'queued', 'publishing')
        OR EXISTS (SELECT 1 FROM post_targets t
                    WHERE t.owner_id = ${scope.ownerId} AND t.post_id = post.id AND t.due_at IS NOT NULL)
     LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** The file can no longer be read, used or uploaded; its announced size counts while bytes could still arrive. */
export async function expireMedia(db: Tx, scope: Scope, key: string): Promise<void> {
  await sql`
    UPDATE media SET use_count = 0, status = 'pending', size_bytes = NULL, expires_at = herald_now()
     WHERE owner_id = ${scope.ownerId} AND key = ${key}`.execute(db);
}

/** Keeps renditions of content that another file has, too. Returns the keys of the expired ones. */
export async function expireRenditions(
  db: Tx,
  scope: Scope,
  { key, checksum }: { key: string; checksum: string },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    UPDATE media m SET expires_at = herald_now()
      FROM renditions r
     WHERE r.owner_id = ${scope.ownerId} AND r.checksum = ${checksum}
       AND m.owner_id = r.owner_id AND m.key = r.media_key AND m.use_count = 0
       AND NOT EXISTS (
             SELECT 1 FROM media o
              WHERE o.owner_id = ${scope.ownerId} AND o.key <> ${key} AND o.kind <> 'rendition'
                AND coalesce(o.checksum, o.key) = ${checksum}
                AND (o.expires_at IS NULL OR o.expires_at > herald_now()))
    RETURNING m.key`.execute(db);
  return rows.map((row) => row.key);
}

/** A key limited to profiles sees what was uploaded with it and the files of posts that it sees. */
function isListed(scope: Scope): RawBuilder<unknown> {
  const isKept = sql`m.kind <> 'rendition' AND (m.expires_at IS NULL OR m.expires_at > herald_now())`;
  if (scope.profiles === 'all') return isKept;
  return sql`${isKept} AND (m.key_id = ${scope.keyId}
             OR (m.use_count > 0 AND EXISTS (${postsWith(scope, sql`m.key`)})))`;
}

/** `OFFSET 0` makes the planner use the indexes of files: keys are unique, whereas one owner may have most of the posts. */
function postsWith(scope: Scope, key: RawBuilder<unknown>): RawBuilder<unknown> {
  const item = sql`jsonb_build_array(jsonb_build_object('key', ${key}))`;
  return sql`
    SELECT p.id, p.created_at, p.status
      FROM (SELECT * FROM posts WHERE media::text <> '[]' AND media::jsonb @> ${item} OFFSET 0) p
     WHERE p.owner_id = ${scope.ownerId} AND ${seesPost(scope)}
    UNION
    SELECT p.id, p.created_at, p.status
      FROM (SELECT owner_id, post_id FROM post_targets
             WHERE settings -> 'threadItems' IS NOT NULL
               AND (settings -> 'threadItems')::jsonb @> jsonb_build_array(jsonb_build_object('media', ${item}))
            OFFSET 0) t
      JOIN posts p ON p.owner_id = t.owner_id AND p.id = t.post_id
     WHERE t.owner_id = ${scope.ownerId} AND ${seesPost(scope)}`;
}
