import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';

// Age is judged over all owners alike.

const batch = 5000;

/** A day beyond what the feed shows; what is still to be delivered keeps its event for as long as that takes. */
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

/** Names of what is gone. */
export async function deleteOldKeys(db: Tx): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE expires_at <= herald_now()`.execute(db);
}

export async function deleteOldUses(db: Tx): Promise<void> {
  await sql`DELETE FROM hourly_uses WHERE used_at <= herald_now() - interval '1 hour'`.execute(db);
}

/** A day after they expired: until then support may want to know how a connection ended. */
export async function deleteOldSessions(db: Tx): Promise<void> {
  await sql`
    DELETE FROM connect_sessions WHERE id IN (
      SELECT id FROM connect_sessions WHERE expires_at < herald_now() - interval '1 day'
       ORDER BY expires_at LIMIT ${batch})`.execute(db);
}
