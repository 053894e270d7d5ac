import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

// Sweeps claim rows of all owners; each row is processed in the scope of its owner.

const batch = 100;

type DueInbox = { id: string; ownerId: string };

/**
 * Claims due accounts by moving their time, so that no other process polls them meanwhile. Accounts of platforms without
 * an interval are not polled again.
 */
export async function claimDueInboxes(db: Db, intervalsMs: ReadonlyMap<string, number>): Promise<DueInbox[]> {
  const seconds = Object.fromEntries([...intervalsMs].map(([platform, ms]) => [platform, ms / 1000]));
  const { rows } = await sql<DueInbox & { isPolled: boolean }>`
    UPDATE accounts SET inbox_poll_at =
           herald_now() + make_interval(secs => (${JSON.stringify(seconds)}::jsonb ->> platform)::float8)
     WHERE id = ANY(ARRAY(
       SELECT id FROM accounts WHERE inbox_poll_at <= herald_now() AND status = 'connected'
        ORDER BY inbox_poll_at LIMIT ${batch} FOR UPDATE SKIP LOCKED))
    RETURNING id, owner_id AS "ownerId", inbox_poll_at IS NOT NULL AS "isPolled"`.execute(db);
  return rows.filter(({ isPolled }) => isPolled);
}
