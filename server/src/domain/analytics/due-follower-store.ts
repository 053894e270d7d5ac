import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

// Sweeps claim rows of all owners; each row is processed in the scope of its owner.

const batch = 100;

type DueFollowers = { id: string; ownerId: string };

/**
 * Claims due accounts by moving their time, so that no other process reads them meanwhile. The times are spread over a
 * tenth of the interval, so that accounts which were connected together do not stay together.
 */
export async function claimDueFollowers(db: Db, intervalMs: number): Promise<DueFollowers[]> {
  const { rows } = await sql<DueFollowers>`
    UPDATE accounts SET followers_due_at =
           herald_now() + make_interval(secs => ${intervalMs / 1000} * (0.95 + (hashtext(id) & 1023) / 10240.0))
     WHERE id = ANY(ARRAY(
       SELECT id FROM accounts WHERE followers_due_at <= herald_now() AND status = 'connected'
        ORDER BY followers_due_at LIMIT ${batch} FOR UPDATE SKIP LOCKED))
    RETURNING id, owner_id AS "ownerId"`.execute(db);
  return rows;
}
