import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import { countColumns, sumColumns } from '../../db/metric-columns.ts';
import { seesProfiles } from '../../db/visibility.ts';
import type { Scope } from '../context.ts';
import type { Source } from './analytics-filter.ts';
import type { MetricName } from '../../platforms/adapter.ts';
import type { ExternalPlatformPost, OwnPlatformPost, PlatformPostKey, PostKey } from './platform-post.ts';
import type { MetricCounts } from './metrics.ts';
import type { Period } from './read-period.ts';

type Selection = { accountIds: readonly string[]; source: Source; period: Period };

type PostPage = Selection & {
  postsMax: number;
  sortBy: 'date' | 'engagement' | MetricName;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
};

type SummedPosts = MetricCounts & {
  postCount: number;
  isTruncated: boolean;
  /** Mean of the posts with impressions, in hundredths of a percent; null without any. */
  meanRate: number | null;
  keys: PostKey[];
};

/**
 * Sums a post's numbers over the selected accounts. Reads only the newest `postsMax` of each, by index: older ones cannot be in
 * the result.
 */
export async function selectSummedPosts(db: Db, scope: Scope, page: PostPage): Promise<SummedPosts> {
  const { postsMax, limit, offset, ...selection } = page;
  const { rows } = await sql<SummedPosts>`
    WITH newest AS MATERIALIZED (
      SELECT m.post_id, CASE WHEN m.post_id IS NULL THEN m.account_id END AS account_id,
             CASE WHEN m.post_id IS NULL THEN m.platform_post_id END AS platform_post_id,
             min(m.published_at) AS published_at, ${sumColumns()}
        FROM unnest(${[...selection.accountIds]}::text[]) AS selected (account_id)
       CROSS JOIN LATERAL (
         SELECT * FROM platform_posts m
          WHERE m.account_id = selected.account_id AND m.owner_id = ${scope.ownerId} AND ${isPublishedIn(selection)}
            AND ${isVisible(scope)}
          ORDER BY m.published_at DESC LIMIT ${postsMax + 1}) AS m
       GROUP BY 1, 2, 3
    ), ranked AS MATERIALIZED (
      SELECT m.*, row_number() OVER (ORDER BY published_at DESC, post_id DESC, account_id DESC, platform_post_id DESC) AS rank
        FROM newest m
    ), overview AS (
      SELECT count(*)::int AS post_count, ${sumColumns()},
             avg(floor((${engagement} + m.clicks) / m.impressions * 100 * 100 + 0.5)) FILTER (WHERE m.impressions > 0) AS mean_rate
        FROM ranked m WHERE m.rank <= ${postsMax}
    )
    SELECT m.*, EXISTS (SELECT FROM ranked WHERE rank > ${postsMax}) AS is_truncated,
           ARRAY(SELECT json_build_object('postId', m.post_id, 'accountId', m.account_id,
                                          'platformPostId', m.platform_post_id)
                   FROM ranked m WHERE m.rank <= ${postsMax}
                  ORDER BY ${sortedBy(page)}, m.rank LIMIT ${limit} OFFSET ${offset}) AS keys
      FROM overview m`.execute(db);
  const [summed] = rows;
  if (summed === undefined) throw new Error('an overview without a row');
  return summed;
}

const engagement = sql`(m.likes + m.comments + m.shares + m.saves)`;

function sortedBy({ sortBy, order }: Pick<PostPage, 'sortBy' | 'order'>): RawBuilder<unknown> {
  const values = { date: sql`m.published_at`, engagement };
  const value = sortBy === 'date' || sortBy === 'engagement' ? values[sortBy] : sql.ref(`m.${sortBy}`);
  return order === 'asc' ? value : sql`${value} DESC`;
}

type Which = { postIds: readonly string[] } | { platformPostId: string };

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

export type AccountDay = MetricCounts & { date: string; accountId: string; postCount: number };

/** By day of publication with all numbers, or by day of receipt. */
const dayTables = { publish: 'platform_post_days', received: 'account_metric_days' };

export async function selectDays(
  db: Db,
  scope: Scope,
  { attribution, ...selection }: Selection & { attribution: keyof typeof dayTables },
): Promise<AccountDay[]> {
  const { rows } = await sql<AccountDay>`
    SELECT to_char(m.date, 'YYYY-MM-DD') AS date, m.account_id, m.post_count, ${countColumns()}
      FROM ${sql.table(dayTables[attribution])} m
     WHERE m.owner_id = ${scope.ownerId} AND ${isSelectedDay(selection)}
     ORDER BY m.date, m.account_id, m.is_external`.execute(db);
  return rows;
}

function isSelectedDay({ accountIds, source, period }: Selection): RawBuilder<boolean> {
  const isOfSource = source === 'all' ? sql`true` : sql`m.is_external = ${source === 'external'}`;
  return sql<boolean>`m.account_id = ANY(${[...accountIds]}::text[])
       AND m.date BETWEEN ${period.firstDay}::date AND ${period.lastDay}::date AND m.post_count > 0 AND ${isOfSource}`;
}

type HourSum = { day: number; hour: number; engagement: number; postCount: number };
type HoursOfDay = { day: number; postCounts: number[]; engagements: number[] };

export async function selectHours(db: Db, scope: Scope, selection: Selection): Promise<HourSum[]> {
  // A row per day and hour would take four times as long as 48 sums.
  const { rows } = await sql<HoursOfDay>`
    SELECT extract(dow FROM m.date)::int AS day, ${hourSums('m.hour_post_counts')} AS post_counts,
           ${hourSums('m.hour_engagements')} AS engagements
      FROM platform_post_days m
     WHERE m.owner_id = ${scope.ownerId} AND ${isSelectedDay(selection)} GROUP BY 1`.execute(db);
  const slots = rows.flatMap(({ day, postCounts, engagements }) =>
    postCounts.map((postCount, hour) => ({ day, hour, postCount, engagement: engagements[hour] ?? 0 })),
  );
  return slots.filter(({ postCount }) => postCount > 0);
}

function hourSums(column: string): RawBuilder<unknown> {
  const sums = Array.from({ length: 24 }, (_, hour) => sql`sum(${sql.ref(column)}[${sql.lit(hour + 1)}])`);
  return sql`ARRAY[${sql.join(sums)}]::float8[]`;
}

type MetricDay = MetricCounts & PlatformPostKey & { date: string };

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

/** A key limited to profiles does not see posts that are also on accounts of others. */
function isVisible({ profiles }: Scope): RawBuilder<boolean> {
  if (profiles === 'all') return sql<boolean>`true`;
  return sql<boolean>`(m.post_id IS NULL OR EXISTS (
         SELECT FROM posts p
          WHERE p.owner_id = m.owner_id AND p.id = m.post_id AND ${seesProfiles(profiles, 'p.profile_ids')}))`;
}

function facts(): RawBuilder<unknown> {
  return sql`m.account_id, m.platform_post_id, m.post_id, m.published_at, m.measured_at, m.error_message`;
}
