import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { isFree } from '../../db/lease.ts';
import type { Limits } from '../context.ts';
import { restOf } from './partitioned-tables.ts';

// Not scoped: deletes rows of all owners.

/** So few that no request waits for a batch. */
export const batchRows = 1000;

type Condition = (limits: Limits) => RawBuilder<unknown>;

function oldest(table: string, age: RawBuilder<unknown>, isOld: Condition) {
  const name = sql.table(table);
  return async (db: Tx, limits: Limits): Promise<number> => {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM ${name} WHERE ctid = ANY(ARRAY(
        SELECT o.ctid FROM ${name} o WHERE ${isOld(limits)} ORDER BY ${age} LIMIT ${batchRows}))`.execute(db);
    return Number(numAffectedRows);
  };
}

// Of partitioned tables, covers only the default partition: `keepPartitions` drops the others.
export const deleteBatches = [
  // A day longer than the feed shows them, and longer while a delivery is pending.
  oldest(
    restOf('events'),
    sql`o.created_at`,
    () => sql`o.created_at < herald_now() - interval '31 days'
          AND NOT EXISTS (SELECT 1 FROM open_deliveries d WHERE d.event_id = o.id)`,
  ),
  oldest(
    restOf('webhook_deliveries'),
    sql`o.created_at`,
    () => sql`coalesce(o.last_attempt_at, o.created_at) < herald_now() - interval '30 days'
          AND NOT EXISTS (SELECT 1 FROM open_deliveries d WHERE d.delivery_id = o.id AND d.next_attempt_at IS NOT NULL)`,
  ),
  oldest(
    restOf('webhook_attempts'),
    sql`o.attempted_at`,
    () => sql`o.attempted_at < herald_now() - interval '30 days'
          AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.id = o.delivery_id)`,
  ),
  // Ended during an attempt whose result was never written.
  oldest('open_deliveries', sql`o.lease_until`, () => sql`o.next_attempt_at IS NULL AND ${isFree('o')}`),
  // Only keys of deleted resources expire.
  oldest('idempotency_keys', sql`o.expires_at`, () => sql`o.expires_at <= herald_now()`),
  oldest('hourly_uses', sql`o.used_at`, () => sql`o.used_at <= herald_now() - interval '1 hour'`),
  // A day longer, so that operators can see how a connection ended.
  oldest('connect_sessions', sql`o.expires_at`, () => sql`o.expires_at < herald_now() - interval '1 day'`),
  oldest('message_sends', sql`o.created_at`, () => sql`o.created_at < herald_now() - interval '24 hours'`),
  oldest('comment_pages', sql`o.fetched_at`, () => sql`o.fetched_at < herald_now() - interval '10 minutes'`),
  ...['metric_days', 'account_metric_days', 'follower_days'].map((table) =>
    oldest(
      restOf(table),
      sql`o.date`,
      ({ analyticsDays }) => sql`o.date < (herald_now() AT TIME ZONE 'UTC')::date - ${analyticsDays}::int`,
    ),
  ),
];
