import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

// Sweeps claim rows of all owners; each row is processed in the scope of its owner.

const batch = 100;

type DueImport = { id: string; ownerId: string };

/** Claims due accounts by moving their time, spread over a tenth of the interval, like the times of followers. */
export async function claimDueImports(db: Db, intervalMs: number): Promise<DueImport[]> {
  const { rows } = await sql<DueImport>`
    UPDATE accounts SET external_posts_synced_at = herald_now(), external_posts_due_at =
           herald_now() + make_interval(secs => ${intervalMs / 1000} * (0.95 + (hashtext(id) & 1023) / 10240.0))
     WHERE id = ANY(ARRAY(
       SELECT id FROM accounts WHERE external_posts_due_at <= herald_now() AND status = 'connected'
        ORDER BY external_posts_due_at LIMIT ${batch} FOR UPDATE SKIP LOCKED))
    RETURNING id, owner_id AS "ownerId"`.execute(db);
  return rows;
}
