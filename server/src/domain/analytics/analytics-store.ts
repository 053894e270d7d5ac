import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import { countColumns, sumColumns } from '../../db/metric-columns.ts';
import { seesProfiles } from '../../db/visibility.ts';
import type { Scope } from '../context.ts';
import type { Source } from './analytics-filter.ts';
import type { ExternalPlatformPost, OwnPlatformPost, PlatformPostKey, PostKey } from './platform-post.ts';
import type { MetricCounts } from './metrics.ts';
import type { Period } from './read-period.ts';

type Selection = { accountIds: readonly string[]; source: Source; period: Period };

/** A post with the sum of its numbers on all selected accounts. */
export type PostSum = MetricCounts & PostKey & { publishedAt: Date };

/**
 * Newest first. Reads the newest `limit` of each account by index, however many it has: the older ones are too old for the
 * result.
 */
export async function selectPostSums(
  db: Db,
  scope: Scope,
  { limit, ...selection }: Selection & { limit: number },
): Promise<PostSum[]> {
  const { rows } = await sql<PostSum>`
    SELECT m.post_id, CASE WHEN m.post_id IS NULL THEN m.account_id END AS account_id,
           CASE WHEN m.post_id IS NULL THEN m.platform_post_id END AS platform_post_id,
           min(m.published_at) AS published_at, ${sumColumns()}
      FROM unnest(${[...selection.accountIds]}::text[]) AS wanted (account_id)
     CROSS JOIN LATERAL (
       SELECT * FROM platform_posts m
        WHERE m.account_id = wanted.account_id AND m.owner_id = ${scope.ownerId} AND ${isPublishedIn(selection)}
          AND ${isVisible(scope)}
        ORDER BY m.published_at DESC LIMIT ${limit}) AS m
     GROUP BY 1, 2, 3
     ORDER BY published_at DESC, 1 DESC, 2 DESC, 3 DESC LIMIT ${limit}`.execute(db);
  return rows;
}

type Which = { postIds: readonly string[] } | { platformPostId: string };

/** In the order of the targets of each post. */
export async function selectOwnPosts(
  db: Db,
  scope: Scope,
  { accountIds, ...which }: Which & { accountIds: readonly string[] },
): Promise<OwnPlatformPost[]> {
  const isWanted =
    'postIds' in which
      ? sql<boolean>`m.post_id = ANY(${[...which.postIds]}::text[])`
      : sql<boolean>`m.platform_post_id = ${which.platformPostId}`;
  const { rows } = await sql<OwnPlatformPost>`
    SELECT ${facts()}, ${countColumns()},
           p.content, p.scheduled_for, p.media, p.status AS post_status, t.status AS target_status, t.platform_post_url
      FROM platform_posts m
      JOIN posts p ON p.owner_id = m.owner_id AND p.id = m.post_id
      JOIN post_targets t ON t.post_id = m.post_id AND t.account_id = m.account_id
     WHERE m.owner_id = ${scope.ownerId} AND m.account_id = ANY(${[...accountIds]}::text[]) AND ${isWanted}
       AND ${seesProfiles(scope.profiles, 'p.profile_ids')}
     ORDER BY m.post_id, t.position`.execute(db);
  return rows;
}

/** Newest first. */
export async function selectExternalPosts(
  db: Db,
  scope: Scope,
  keys: readonly PlatformPostKey[],
): Promise<ExternalPlatformPost[]> {
  const { rows } = await sql<ExternalPlatformPost>`
    SELECT ${facts()}, ${countColumns()}, e.platform_post_url, e.content, e.media
      FROM ${keyList(keys)}
      JOIN platform_posts m ON m.account_id = k.account_id AND m.platform_post_id = k.platform_post_id
      JOIN external_posts e ON e.account_id = m.account_id AND e.platform_post_id = m.platform_post_id
     WHERE m.owner_id = ${scope.ownerId} AND m.post_id IS NULL
     ORDER BY m.published_at DESC, m.platform_post_id DESC`.execute(db);
  return rows;
}

/** The numbers of an account on a day. `postCount`: the posts that they are from. */
export type AccountDay = MetricCounts & { date: string; accountId: string; postCount: number };

/** Posts by the day on which they were published, with all their numbers. */
export async function selectPublishedDays(db: Db, scope: Scope, selection: Selection): Promise<AccountDay[]> {
  return await selectDays(db, scope, { ...selection, table: 'platform_post_days' });
}

/** Numbers by the day on which they were received. Days on which nothing was received are left out. */
export async function selectReceivedDays(db: Db, scope: Scope, selection: Selection): Promise<AccountDay[]> {
  return await selectDays(db, scope, { ...selection, table: 'account_metric_days' });
}

type DayTable = 'platform_post_days' | 'account_metric_days';

async function selectDays(
  db: Db,
  scope: Scope,
  { table, ...selection }: Selection & { table: DayTable },
): Promise<AccountDay[]> {
  const { rows } = await sql<AccountDay>`
    SELECT to_char(m.date, 'YYYY-MM-DD') AS date, m.account_id, m.post_count, ${countColumns()}
      FROM ${sql.table(table)} m
     WHERE ${isSelectedDay(scope, selection)}
     ORDER BY m.date, m.account_id, m.is_external`.execute(db);
  return rows;
}

function isSelectedDay({ ownerId }: Scope, { accountIds, source, period }: Selection): RawBuilder<boolean> {
  const isOfSource = source === 'all' ? sql`true` : sql`m.is_external = ${source === 'external'}`;
  return sql<boolean>`m.owner_id = ${ownerId} AND m.account_id = ANY(${[...accountIds]}::text[])
       AND m.date BETWEEN ${period.firstDay}::date AND ${period.lastDay}::date AND m.post_count > 0 AND ${isOfSource}`;
}

type HourSum = { day: number; hour: number; engagement: number; postCount: number };

/** Posts whose numbers are known, by the hour of the week (UTC) in which they were published. */
export async function selectHours(db: Db, scope: Scope, selection: Selection): Promise<HourSum[]> {
  const { rows } = await sql<HourSum>`
    SELECT extract(dow FROM m.date)::int AS day, one.number::int - 1 AS hour,
           sum(one.engagement)::float8 AS engagement, sum(one.post_count)::int AS post_count
      FROM platform_post_days m,
           unnest(m.hour_post_counts, m.hour_engagements) WITH ORDINALITY AS one (post_count, engagement, number)
     WHERE ${isSelectedDay(scope, selection)} AND one.post_count > 0
     GROUP BY 1, 2`.execute(db);
  return rows;
}

type MetricDay = MetricCounts & PlatformPostKey & { date: string };

/** The days of a post on its platforms, oldest first. */
export async function selectMetricDays(
  db: Db,
  scope: Scope,
  { keys, period }: { keys: readonly PlatformPostKey[]; period: Period },
): Promise<MetricDay[]> {
  const { rows } = await sql<MetricDay>`
    SELECT to_char(m.date, 'YYYY-MM-DD') AS date, m.account_id, m.platform_post_id, ${countColumns()}
      FROM ${keyList(keys)}
      JOIN metric_days m ON m.account_id = k.account_id AND m.platform_post_id = k.platform_post_id
     WHERE m.owner_id = ${scope.ownerId} AND m.date BETWEEN ${period.firstDay}::date AND ${period.lastDay}::date
     ORDER BY m.date, m.account_id, m.platform_post_id`.execute(db);
  return rows;
}

function keyList(keys: readonly PlatformPostKey[]): RawBuilder<unknown> {
  const accountIds = keys.map(({ accountId }) => accountId);
  const platformPostIds = keys.map(({ platformPostId }) => platformPostId);
  return sql`unnest(${accountIds}::text[], ${platformPostIds}::text[]) AS k (account_id, platform_post_id)`;
}

function isPublishedIn({ source, period }: Pick<Selection, 'source' | 'period'>): RawBuilder<boolean> {
  const isOfSource = { all: sql`true`, postzen: sql`m.post_id IS NOT NULL`, external: sql`m.post_id IS NULL` }[source];
  return sql<boolean>`m.published_at BETWEEN ${period.from} AND ${period.to} AND ${isOfSource}`;
}

/** A key that sees some profiles does not see posts that are also on accounts of others. */
function isVisible({ profiles }: Scope): RawBuilder<boolean> {
  if (profiles === 'all') return sql<boolean>`true`;
  return sql<boolean>`(m.post_id IS NULL OR EXISTS (
         SELECT FROM posts p
          WHERE p.owner_id = m.owner_id AND p.id = m.post_id AND ${seesProfiles(profiles, 'p.profile_ids')}))`;
}

function facts(): RawBuilder<unknown> {
  return sql`m.account_id, m.platform_post_id, m.post_id, m.published_at, m.measured_at, m.error_message`;
}
