import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { isFree } from '../../../db/lease.ts';
import { refreshLease } from './refresh-store.ts';

// Sweeps select rows of all owners.

const batch = 1000;

export async function selectDueRefreshes(db: Db): Promise<{ id: string; ownerId: string }[]> {
  const { rows } = await sql<{ id: string; ownerId: string }>`
    SELECT id, owner_id AS "ownerId" FROM accounts
     WHERE status = 'connected' AND refresh_at <= herald_now() AND ${isFree('accounts', refreshLease)}
     ORDER BY refresh_at LIMIT ${batch}`.execute(db);
  return rows;
}

export async function selectDueRevocations(db: Db): Promise<{ id: string; ownerId: string }[]> {
  const { rows } = await sql<{ id: string; ownerId: string }>`
    SELECT id, owner_id AS "ownerId" FROM token_revocations
     WHERE next_attempt_at <= herald_now()
     ORDER BY next_attempt_at LIMIT ${batch}`.execute(db);
  return rows;
}
