import { sql } from 'kysely';
import type { Tx } from '../../../db/client.ts';

// A token's age is judged over all owners alike.

const batch = 1000;

export async function selectDueRefreshes(db: Tx): Promise<{ id: string; ownerId: string }[]> {
  const { rows } = await sql<{ id: string; ownerId: string }>`
    SELECT id, owner_id AS "ownerId" FROM accounts
     WHERE status = 'connected' AND refresh_at <= herald_now()
     ORDER BY refresh_at LIMIT ${batch}`.execute(db);
  return rows;
}

export async function selectDueRevocations(db: Tx): Promise<{ id: string; ownerId: string }[]> {
  const { rows } = await sql<{ id: string; ownerId: string }>`
    SELECT id, owner_id AS "ownerId" FROM token_revocations
     WHERE next_attempt_at <= herald_now()
     ORDER BY next_attempt_at LIMIT ${batch}`.execute(db);
  return rows;
}
