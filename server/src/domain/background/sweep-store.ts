import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';

const lockClass = 4010;

/** Holds the lock to the end of the transaction. */
export async function tryLockSweep(db: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ acquired: boolean }>`
    SELECT pg_try_advisory_xact_lock(${lockClass}::int, hashtext(${name})) AS acquired`.execute(db);
  return rows[0]?.acquired === true;
}
