import { sql, type RawBuilder } from 'kysely';
import { metricNames, type PlatformPostRow } from '../../db/analytics-rows.ts';
import type { Tx } from '../../db/client.ts';
import { createStatement } from '../../db/create-statement.ts';
import { sendLater } from '../../db/send-later.ts';
import { fromNow } from '../../db/sql.ts';
import type { Scope } from '../context.ts';
import type { MeasuredBefore } from './measure.ts';
import type { MetricCounts } from './metrics.ts';

type Keys = { accountId: string; ids: readonly string[] };

/** `errorMessage` says why the platform never reports numbers. */
export type TrackedPost = Pick<PlatformPostRow, 'accountId' | 'platformPostId' | 'publishedAt' | 'errorMessage'> & {
  postId: string;
};

/** Locks the account, so that it cannot be deleted before the row refers to it. */
const insertPublished = createStatement<TrackedPost & { ownerId: string }>(
  ({ ownerId, accountId, platformPostId, postId, publishedAt, errorMessage }) => sql`
    INSERT INTO platform_posts (owner_id, account_id, platform_post_id, post_id, published_at, error_message,
                                metrics_due_at)
    SELECT a.owner_id, a.id, ${platformPostId}, ${postId}, ${publishedAt}, ${errorMessage}::text,
           CASE WHEN ${errorMessage}::text IS NULL THEN clock.now END
      FROM accounts a CROSS JOIN (SELECT herald_now() AS now) clock
     WHERE a.owner_id = ${ownerId} AND a.id = ${accountId} FOR KEY SHARE OF a
    ON CONFLICT (account_id, platform_post_id) DO UPDATE SET post_id = excluded.post_id`,
);

/** A post that was known before becomes the one of `postId`. */
export function insertPlatformPost(db: Tx, scope: Scope, platformPost: TrackedPost): void {
  sendLater(db, insertPublished(db, { ...platformPost, ownerId: scope.ownerId }));
}

export async function deletePlatformPost(
  db: Tx,
  scope: Scope,
  { accountId, postId }: { accountId: string; postId: string },
): Promise<void> {
  await sql`
    DELETE FROM platform_posts
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND post_id = ${postId}`.execute(db);
}

type LockedPost = MeasuredBefore & Pick<PlatformPostRow, 'platformPostId' | 'postId'>;

export async function lockMeasured(
  db: Tx,
  scope: Scope,
  { accountId, ids, day }: Keys & { day: string },
): Promise<LockedPost[]> {
  const { rows } = await sql<LockedPost>`
    SELECT p.platform_post_id, p.post_id, p.published_at, p.measured_at, p.baseline, ${countsJson('p')} AS newest,
           (SELECT ${countsJson('d')} FROM metric_days d
             WHERE d.account_id = p.account_id AND d.platform_post_id = p.platform_post_id
               AND d.date = ${day}::date) AS today,
           (SELECT ${countsJson('d')} FROM metric_days d
             WHERE d.account_id = p.account_id AND d.platform_post_id = p.platform_post_id
               AND d.date < ${day}::date
             ORDER BY d.date DESC LIMIT 1) AS previous_day
      FROM platform_posts p
     WHERE ${isOfAccount(scope.ownerId, accountId)} AND p.platform_post_id = ANY(${[...ids]}::text[])
     ORDER BY p.platform_post_id FOR UPDATE OF p`.execute(db);
  return rows;
}

type NewCounts = { platformPostId: string; baseline: MetricCounts | null } & MetricCounts;

export async function updateMeasured(
  db: Tx,
  scope: Scope,
  { accountId, day, posts }: { accountId: string; day: string; posts: readonly NewCounts[] },
): Promise<void> {
  const values = JSON.stringify(posts);
  await sql`
    UPDATE platform_posts p
       SET ${assignments('r')}, baseline = r.baseline, measured_at = herald_now(), error_message = NULL
      FROM ${recordset(values)}
     WHERE ${isOfAccount(scope.ownerId, accountId)} AND p.platform_post_id = r."platformPostId"`.execute(db);
  await sql`
    INSERT INTO metric_days (owner_id, account_id, platform_post_id, date, ${columns()})
    SELECT ${scope.ownerId}, ${accountId}, r."platformPostId", ${day}::date, ${columns('r')} FROM ${recordset(values)}
    ON CONFLICT (account_id, platform_post_id, date) DO UPDATE SET ${assignments('excluded')}`.execute(db);
}

export async function addReceived(
  db: Tx,
  scope: Scope,
  received: { accountId: string; day: string; isExternal: boolean; postCount: number; gained: MetricCounts },
): Promise<void> {
  const gains = sql.join(metricNames.map((name) => sql`${received.gained[name]}`));
  const added = metricNames.map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`account_metric_days.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  );
  await sql`
    INSERT INTO account_metric_days (owner_id, account_id, date, is_external, post_count, ${columns()})
    VALUES (${scope.ownerId}, ${received.accountId}, ${received.day}::date, ${received.isExternal}, ${received.postCount},
            ${gains})
    ON CONFLICT (account_id, date, is_external) DO UPDATE
       SET post_count = account_metric_days.post_count + excluded.post_count, ${sql.join(added)}`.execute(db);
}

/** `retryInMs` replaces the time set by the claim; null if there is nothing to wait for. */
export async function markUnmeasured(
  db: Tx,
  scope: Scope,
  { accountId, ids, message, retryInMs }: Keys & { message: string; retryInMs?: number | null },
): Promise<void> {
  const dueAt =
    retryInMs === undefined ? sql.ref('metrics_due_at') : retryInMs === null ? sql`NULL` : fromNow(retryInMs);
  await sql`
    UPDATE platform_posts p SET error_message = ${message}, metrics_due_at = ${dueAt}
     WHERE ${isOfAccount(scope.ownerId, accountId)} AND p.platform_post_id = ANY(${[...ids]}::text[])`.execute(db);
}

/**
 * IS TRUE, so that no index by owner is chosen: IDs such as those of Telegram's messages are small numbers, which every account of
 * an owner has.
 */
function isOfAccount(ownerId: string, accountId: string): RawBuilder<boolean> {
  return sql<boolean>`(p.owner_id = ${ownerId}) IS TRUE AND p.account_id = ${accountId}`;
}

function columns(alias?: string): RawBuilder<unknown> {
  return sql.join(metricNames.map((name) => sql.ref(alias === undefined ? name : `${alias}.${name}`)));
}

function assignments(alias: string): RawBuilder<unknown> {
  return sql.join(metricNames.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${alias}.${name}`)}`));
}

function countsJson(alias: string): RawBuilder<unknown> {
  const pairs = metricNames.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${alias}.${name}`)}`);
  return sql`json_build_object(${sql.join(pairs)})`;
}

function recordset(values: string): RawBuilder<unknown> {
  const types = metricNames.map((name) => sql`${sql.ref(name)} bigint`);
  return sql`jsonb_to_recordset(${values}::jsonb) AS r ("platformPostId" text, baseline json, ${sql.join(types)})`;
}
