import { sql, type RawBuilder } from 'kysely';
import type { ExternalPostRow, PlatformPostRow } from '../../db/analytics-rows.ts';
import type { Db, Tx } from '../../db/client.ts';
import { countColumns } from '../../db/metric-columns.ts';
import type { PostRow, PostTargetRow } from '../../db/post-rows.ts';
import { fromNow } from '../../db/sql.ts';
import type { ExternalPost, PostSearch } from '../../platforms/adapter.ts';
import type { StoredAccount } from '../accounts/account.ts';
import type { PlatformPostKey } from '../analytics/platform-post.ts';
import type { MetricCounts } from '../analytics/metrics.ts';
import type { Scope } from '../context.ts';

/** Returns false if the posts were read within the time. */
export async function claimSync(
  db: Db,
  scope: Scope,
  { accountId, withinMs }: { accountId: string; withinMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE accounts SET external_posts_synced_at = herald_now()
     WHERE owner_id = ${scope.ownerId} AND id = ${accountId}
       AND (external_posts_synced_at IS NULL OR external_posts_synced_at <= ${fromNow(-withinMs)})
    RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function releaseSync(db: Db, scope: Scope, accountId: string): Promise<void> {
  await sql`
    UPDATE accounts SET external_posts_synced_at = NULL
     WHERE owner_id = ${scope.ownerId} AND id = ${accountId}`.execute(db);
}

type StoredQuery = { accountId: string; search: PostSearch | undefined; withinDays: number; limit: number };

export async function selectStored(
  db: Db,
  scope: Scope,
  { accountId, search, withinDays, limit }: StoredQuery,
): Promise<PlatformPostKey[]> {
  const { rows } = await sql<PlatformPostKey>`
    SELECT m.account_id, m.platform_post_id
      FROM platform_posts m
      JOIN external_posts e ON e.account_id = m.account_id AND e.platform_post_id = m.platform_post_id
     WHERE m.owner_id = ${scope.ownerId} AND m.account_id = ${accountId} AND m.post_id IS NULL
       AND ${isSearched(search, withinDays)}
     ORDER BY m.published_at DESC LIMIT ${limit}`.execute(db);
  return rows;
}

function isSearched(search: PostSearch | undefined, withinDays: number): RawBuilder<boolean> {
  if (search === undefined) {
    return sql<boolean>`m.published_at >= herald_now() - make_interval(days => ${withinDays})`;
  }
  if ('id' in search) return sql<boolean>`m.platform_post_id = ${search.id}`;
  return sql<boolean>`e.platform_post_url = ${search.url}`;
}

export type OwnPost = MetricCounts &
  Pick<PlatformPostRow, 'accountId' | 'platformPostId' | 'publishedAt' | 'measuredAt'> &
  Pick<PostTargetRow, 'platformPostUrl' | 'customContent' | 'settings'> &
  Pick<PostRow, 'content' | 'hashtags' | 'mentions'> & { postId: string };

type OwnQuery = { account: StoredAccount; ids: readonly string[]; from: Date; to: Date };

/** Covers earlier connections of the same account. */
export async function selectOwnPosts(db: Db, scope: Scope, { account, ids, from, to }: OwnQuery): Promise<OwnPost[]> {
  const { rows } = await sql<OwnPost>`
    SELECT m.account_id, m.platform_post_id, m.published_at, m.measured_at, ${countColumns()}, m.post_id,
           t.platform_post_url, t.custom_content, t.settings, p.content, p.hashtags, p.mentions
      FROM platform_posts m
      JOIN post_targets t ON t.post_id = m.post_id AND t.account_id = m.account_id
      JOIN posts p ON p.owner_id = m.owner_id AND p.id = m.post_id
     WHERE m.owner_id = ${scope.ownerId}
       AND m.account_id = ANY(${account.id}::text || ARRAY(
         SELECT f.id FROM former_accounts f
          WHERE f.owner_id = ${scope.ownerId} AND f.platform = ${account.platform}
            AND f.provider_account_id = ${account.providerAccountId}))
       AND (m.platform_post_id = ANY(${[...ids]}::text[]) OR m.published_at BETWEEN ${from} AND ${to})`.execute(db);
  return rows;
}

/** Since when a post may be live whose ID Herald does not know. */
export async function selectSentSince(db: Db, scope: Scope, accountId: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    SELECT min(sent_at) AS since FROM post_targets
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND due_at IS NOT NULL
       AND status = 'publishing'`.execute(db);
  return rows[0]?.since ?? null;
}

type NewPosts = { accountId: string; posts: readonly (ExternalPost & Pick<ExternalPostRow, 'media'>)[] };

/** Returns the IDs of new posts; updates the text of the others. */
export async function insertExternalPosts(db: Tx, scope: Scope, { accountId, posts }: NewPosts): Promise<string[]> {
  if (posts.length === 0) return [];
  const values = JSON.stringify(
    posts.map(({ platformPostId: id, platformPostUrl: url, publishedAt: at, content, media }) => ({
      ...{ id, url, at, content, media },
    })),
  );
  const list = sql`jsonb_to_recordset(${values}::jsonb) AS r (id text, url text, at timestamptz, content text, media json)`;
  // Locks the account, so that it cannot be deleted before its posts are stored.
  const { rows } = await sql<{ id: string }>`
    INSERT INTO platform_posts (owner_id, account_id, platform_post_id, published_at, metrics_due_at)
    SELECT a.owner_id, a.id, r.id, r.at, herald_now() FROM accounts a CROSS JOIN ${list}
     WHERE a.owner_id = ${scope.ownerId} AND a.id = ${accountId} FOR KEY SHARE OF a
    ON CONFLICT (account_id, platform_post_id) DO NOTHING
    RETURNING platform_post_id AS id`.execute(db);
  await sql`
    INSERT INTO external_posts (account_id, platform_post_id, platform_post_url, content, media)
    SELECT m.account_id, m.platform_post_id, r.url, r.content, r.media
      FROM ${list} JOIN platform_posts m ON m.account_id = ${accountId} AND m.platform_post_id = r.id
     WHERE m.owner_id = ${scope.ownerId} AND m.post_id IS NULL
    ON CONFLICT (account_id, platform_post_id) DO UPDATE
       SET platform_post_url = coalesce(excluded.platform_post_url, external_posts.platform_post_url),
           content = excluded.content, media = excluded.media`.execute(db);
  return rows.map(({ id }) => id);
}
