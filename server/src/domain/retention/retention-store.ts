import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { isFree } from '../../db/lease.ts';
import type { Limits } from '../context.ts';

// Not scoped: deletes old rows of all owners.

/** Few enough that no request waits for a batch. */
export const batchRows = 1000;

type Condition = (limits: Limits) => RawBuilder<unknown>;

/** Deletes the rows with the least `age` first, at most `batchRows` of them, and returns how many. */
function oldest(table: string, age: RawBuilder<unknown>, isOld: Condition) {
  const name = sql.table(table);
  return async (db: Tx, limits: Limits): Promise<number> => {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM ${name} WHERE ctid = ANY(ARRAY(
        SELECT o.ctid FROM ${name} o WHERE ${isOld(limits)} ORDER BY ${age} LIMIT ${batchRows}))`.execute(db);
    return Number(numAffectedRows);
  };
}

const firstDay = ({ analyticsDays }: Limits) => sql`(herald_now() AT TIME ZONE 'UTC')::date - ${analyticsDays}::int`;

export const deleteBatches = [
  // Events are kept a day longer than the feed shows them, and longer while a delivery is pending.
  oldest(
    'events',
    sql`o.created_at`,
    () => sql`o.created_at < herald_now() - interval '31 days'
          AND NOT EXISTS (SELECT 1 FROM open_deliveries d WHERE d.event_id = o.id)`,
  ),
  oldest(
    'webhook_deliveries',
    sql`o.created_at`,
    () => sql`o.created_at < herald_now() - interval '30 days'
          AND coalesce(o.last_attempt_at, o.created_at) < herald_now() - interval '30 days'
          AND NOT EXISTS (SELECT 1 FROM open_deliveries d WHERE d.delivery_id = o.id AND d.next_attempt_at IS NOT NULL)`,
  ),
  // Ended while an attempt was in flight whose result was never written.
  oldest('open_deliveries', sql`o.lease_until`, () => sql`o.next_attempt_at IS NULL AND ${isFree('o')}`),
  // Only keys of deleted resources expire.
  oldest('idempotency_keys', sql`o.expires_at`, () => sql`o.expires_at <= herald_now()`),
  oldest('hourly_uses', sql`o.used_at`, () => sql`o.used_at <= herald_now() - interval '1 hour'`),
  // Expired sessions are kept for a day, so that operators can see how a connection ended.
  oldest('connect_sessions', sql`o.expires_at`, () => sql`o.expires_at < herald_now() - interval '1 day'`),
  // Keys of messages are kept for 24 hours.
  oldest('message_sends', sql`o.created_at`, () => sql`o.created_at < herald_now() - interval '24 hours'`),
  // Pages are read for seconds only.
  oldest('comment_pages', sql`o.fetched_at`, () => sql`o.fetched_at < herald_now() - interval '10 minutes'`),
  // The last day of each post before the limit is kept: what the post receives next is the difference to it.
  oldest(
    'metric_days',
    sql`o.date`,
    (limits) => sql`o.date < ${firstDay(limits)}
          AND EXISTS (SELECT 1 FROM metric_days later
                       WHERE later.account_id = o.account_id AND later.platform_post_id = o.platform_post_id
                         AND later.date > o.date AND later.date <= ${firstDay(limits)})`,
  ),
  oldest('account_metric_days', sql`o.date`, (limits) => sql`o.date < ${firstDay(limits)}`),
  oldest('follower_days', sql`o.date`, (limits) => sql`o.date < ${firstDay(limits)}`),
];
