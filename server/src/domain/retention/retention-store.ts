import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';

// Not scoped: deletes old rows of all owners.

const batch = 5000;

/** Events are kept a day longer than the feed shows them, and longer while a delivery is pending. */
export async function deleteOldEvents(db: Tx): Promise<void> {
  await sql`
    DELETE FROM events WHERE id IN (
      SELECT v.id FROM events v
       WHERE v.created_at < herald_now() - interval '31 days'
         AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d
                          WHERE d.event_id = v.id AND d.next_attempt_at IS NOT NULL)
       ORDER BY v.created_at LIMIT ${batch})`.execute(db);
}

export async function deleteOldDeliveries(db: Tx): Promise<void> {
  await sql`
    DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries
       WHERE next_attempt_at IS NULL
         AND coalesce(last_attempt_at, created_at) < herald_now() - interval '30 days'
       ORDER BY coalesce(last_attempt_at, created_at) LIMIT ${batch})`.execute(db);
}

/** Only keys of deleted resources expire. */
export async function deleteOldKeys(db: Tx): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE expires_at <= herald_now()`.execute(db);
}

export async function deleteOldUses(db: Tx): Promise<void> {
  await sql`DELETE FROM hourly_uses WHERE used_at <= herald_now() - interval '1 hour'`.execute(db);
}

/** Expired sessions are kept for a day, so that operators can see how a connection ended. */
export async function deleteOldSessions(db: Tx): Promise<void> {
  await sql`
    DELETE FROM connect_sessions WHERE id IN (
      SELECT id FROM connect_sessions WHERE expires_at < herald_now() - interval '1 day'
       ORDER BY expires_at LIMIT ${batch})`.execute(db);
}

/** Keys of messages are kept for 24 hours. */
export async function deleteOldSends(db: Tx): Promise<void> {
  await sql`DELETE FROM message_sends WHERE created_at < herald_now() - interval '24 hours'`.execute(db);
}

/** Pages are read for seconds only. */
export async function deleteOldCommentPages(db: Tx): Promise<void> {
  await sql`DELETE FROM comment_pages WHERE fetched_at < herald_now() - interval '10 minutes'`.execute(db);
}

/** The last day of each post before the limit is kept: what the post receives next is the difference to it. */
export async function deleteOldMetrics(db: Tx, days: number): Promise<void> {
  const firstKept = sql`(herald_now() AT TIME ZONE 'UTC')::date - ${days}::int`;
  await sql`
    DELETE FROM metric_days WHERE (account_id, platform_post_id, date) IN (
      SELECT d.account_id, d.platform_post_id, d.date FROM metric_days d
       WHERE d.date < ${firstKept}
         AND EXISTS (SELECT 1 FROM metric_days later
                      WHERE later.account_id = d.account_id AND later.platform_post_id = d.platform_post_id
                        AND later.date > d.date AND later.date <= ${firstKept})
       ORDER BY d.date LIMIT ${batch})`.execute(db);
  for (const table of ['account_metric_days', 'follower_days']) {
    await sql`
      DELETE FROM ${sql.table(table)} WHERE (account_id, date) IN (
        SELECT account_id, date FROM ${sql.table(table)} WHERE date < ${firstKept}
         ORDER BY date LIMIT ${batch})`.execute(db);
  }
}
