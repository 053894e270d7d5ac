import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

// Sweeps select rows of all owners; each row is processed in the scope of its owner.

const batch = 200;

export async function selectDueSubscriptions(db: Db): Promise<{ id: string; ownerId: string }[]> {
  const { rows } = await sql<{ id: string; ownerId: string }>`
    SELECT id, owner_id AS "ownerId" FROM accounts
     WHERE subscribe_at <= herald_now() AND status = 'connected'
     ORDER BY subscribe_at LIMIT ${batch}`.execute(db);
  return rows;
}
