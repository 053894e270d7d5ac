import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { MediaRow } from '../../db/rows.ts';
import { seesPost } from '../../db/visibility.ts';
import type { Scope } from '../context.ts';

export type ListedMedia = MediaRow & { postCount: number; postIds: string[] };

type MediaPage = {
  type: string | null;
  isUnused: boolean | null;
  after: { createdAt: string; key: string } | undefined;
  limit: number;
  /** Where uploads go directly to the store, Herald learns of them only when they are used. */
  includesPending: boolean;
  postIdsMax: number;
};

/** Newest first. Of the posts of a file, only those that the key may see count. */
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

/** A key limited to profiles sees what was uploaded with it and the files of posts that it sees. */
function isListed(scope: Scope): RawBuilder<unknown> {
  const isKept = sql`m.kind <> 'rendition' AND (m.expires_at IS NULL OR m.expires_at > herald_now())`;
  if (scope.profiles === 'all') return isKept;
  return sql`${isKept} AND (m.key_id = ${scope.keyId}
             OR (m.use_count > 0 AND EXISTS (${postsWith(scope, sql`m.key`)})))`;
}

/**
 * The posts that use a file, by themselves or in the thread of a target. `OFFSET 0` makes the planner use the indexes of
 * files: a key is unique, whereas one owner may have most of the posts.
 */
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
