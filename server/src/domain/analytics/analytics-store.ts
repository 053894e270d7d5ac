import { sql, type RawBuilder } from 'kysely';
import type { PlatformPostRow } from '../../db/analytics-rows.ts';
import type { Db } from '../../db/client.ts';
import type { PostRow, TargetStatus } from '../../db/post-rows.ts';
import { seesProfiles } from '../../db/visibility.ts';
import type { Scope } from '../context.ts';
import { metricNames, type MetricCounts } from './metrics.ts';
import type { Period } from './read-period.ts';

type Selection = { accountIds: readonly string[]; period: Period };

/** A post with the sum of its numbers on all selected accounts. */
export type PostSum = MetricCounts & { postId: string; publishedAt: Date };

/** Newest first. */
export async function selectPostSums(
  db: Db,
  scope: Scope,
  { accountIds, period, limit }: Selection & { limit: number },
): Promise<PostSum[]> {
  const { rows } = await sql<PostSum>`
    SELECT m.post_id, min(m.published_at) AS published_at, ${sums()}
      FROM platform_posts m ${visibleOnly(scope)}
     WHERE m.owner_id = ${scope.ownerId} AND ${isSelected({ accountIds, period })}
     GROUP BY m.post_id
     ORDER BY 2 DESC, 1 DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** A post on one of its platforms, with the words and files of the post. */
export type PlatformPost = MetricCounts &
  Pick<PlatformPostRow, 'accountId' | 'platformPostId' | 'postId' | 'publishedAt' | 'measuredAt' | 'errorMessage'> &
  Pick<PostRow, 'content' | 'scheduledFor' | 'media'> & {
    postStatus: PostRow['status'];
    targetStatus: TargetStatus;
    platform: string;
    username: string;
    platformPostUrl: string | null;
  };

type Which = { postIds: readonly string[] } | { platformPostId: string };

/** In the order of the targets of each post. */
export async function selectPlatformPosts(
  db: Db,
  scope: Scope,
  { accountIds, ...which }: Which & { accountIds: readonly string[] },
): Promise<PlatformPost[]> {
  const isWanted =
    'postIds' in which
      ? sql<boolean>`m.post_id = ANY(${[...which.postIds]}::text[])`
      : sql<boolean>`m.platform_post_id = ${which.platformPostId}`;
  const { rows } = await sql<PlatformPost>`
    SELECT m.account_id, m.platform_post_id, m.post_id, m.published_at, m.measured_at, m.error_message, ${counts()},
           p.content, p.scheduled_for, p.media, p.status AS post_status, t.status AS target_status,
           t.platform_post_url, a.platform, a.username
      FROM platform_posts m
      JOIN posts p ON p.owner_id = m.owner_id AND p.id = m.post_id
      JOIN post_targets t ON t.post_id = m.post_id AND t.account_id = m.account_id
      JOIN accounts a ON a.owner_id = m.owner_id AND a.id = m.account_id
     WHERE m.owner_id = ${scope.ownerId} AND m.account_id = ANY(${[...accountIds]}::text[]) AND ${isWanted}
       AND ${seesProfiles(scope.profiles, 'p.profile_ids')}
     ORDER BY m.post_id, t.position`.execute(db);
  return rows;
}

/** The numbers of an account on a day. `postCount`: the posts that they are from. */
export type AccountDay = MetricCounts & { date: string; accountId: string; postCount: number };

/** Posts by the day on which they were published, with all their numbers. */
export async function selectPublishedDays(
  db: Db,
  scope: Scope,
  { accountIds, period }: Selection,
): Promise<AccountDay[]> {
  const { rows } = await sql<AccountDay>`
    SELECT to_char(m.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, m.account_id,
           count(*)::int AS post_count, ${sums()}
      FROM platform_posts m
     WHERE m.owner_id = ${scope.ownerId} AND ${isSelected({ accountIds, period })}
     GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  return rows;
}

/** Numbers by the day on which they were received. Days on which nothing was received are left out. */
export async function selectReceivedDays(
  db: Db,
  scope: Scope,
  { accountIds, period }: Selection,
): Promise<AccountDay[]> {
  const { rows } = await sql<AccountDay>`
    SELECT to_char(m.date, 'YYYY-MM-DD') AS date, m.account_id, m.post_count, ${counts()}
      FROM account_metric_days m
     WHERE m.owner_id = ${scope.ownerId} AND m.account_id = ANY(${[...accountIds]}::text[])
       AND m.date BETWEEN ${period.firstDay}::date AND ${period.lastDay}::date AND m.post_count > 0
     ORDER BY m.date, m.account_id`.execute(db);
  return rows;
}

type HourSum = { day: number; hour: number; engagement: number; postCount: number };

/** Posts whose numbers are known, by the hour of the week (UTC) in which they were published. */
export async function selectHours(db: Db, scope: Scope, { accountIds, period }: Selection): Promise<HourSum[]> {
  const { rows } = await sql<HourSum>`
    SELECT extract(dow FROM m.published_at AT TIME ZONE 'UTC')::int AS day,
           extract(hour FROM m.published_at AT TIME ZONE 'UTC')::int AS hour,
           sum(m.likes + m.comments + m.shares + m.saves)::float8 AS engagement, count(*)::int AS post_count
      FROM platform_posts m
     WHERE m.owner_id = ${scope.ownerId} AND ${isSelected({ accountIds, period })} AND m.measured_at IS NOT NULL
     GROUP BY 1, 2`.execute(db);
  return rows;
}

type MetricDay = MetricCounts & { date: string; accountId: string; platformPostId: string };

/** The days of a post, oldest first. */
export async function selectMetricDays(
  db: Db,
  scope: Scope,
  { postId, accountIds, period }: Selection & { postId: string },
): Promise<MetricDay[]> {
  const { rows } = await sql<MetricDay>`
    SELECT to_char(m.date, 'YYYY-MM-DD') AS date, m.account_id, m.platform_post_id, ${counts()}
      FROM platform_posts p
      JOIN metric_days m ON m.account_id = p.account_id AND m.platform_post_id = p.platform_post_id
     WHERE p.owner_id = ${scope.ownerId} AND p.post_id = ${postId} AND p.account_id = ANY(${[...accountIds]}::text[])
       AND m.date BETWEEN ${period.firstDay}::date AND ${period.lastDay}::date
     ORDER BY m.date, m.account_id, m.platform_post_id`.execute(db);
  return rows;
}

function isSelected({ accountIds, period }: Selection): RawBuilder<boolean> {
  return sql<boolean>`m.account_id = ANY(${[...accountIds]}::text[])
       AND m.published_at BETWEEN ${period.from} AND ${period.to}`;
}

/** A key that sees some profiles does not see posts that are also on accounts of others. */
function visibleOnly({ profiles }: Scope): RawBuilder<unknown> {
  if (profiles === 'all') return sql``;
  return sql`JOIN posts p ON p.owner_id = m.owner_id AND p.id = m.post_id AND ${seesProfiles(profiles, 'p.profile_ids')}`;
}

/** The driver returns bigint as text. */
function counts(): RawBuilder<unknown> {
  return sql.join(metricNames.map((name) => sql`${sql.ref(`m.${name}`)}::float8 AS ${sql.ref(name)}`));
}

function sums(): RawBuilder<unknown> {
  return sql.join(metricNames.map((name) => sql`sum(${sql.ref(`m.${name}`)})::float8 AS ${sql.ref(name)}`));
}
