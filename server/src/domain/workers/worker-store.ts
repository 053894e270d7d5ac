import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';

// Workers belong to the installation, not to an owner.

type Worker = { id: string; poolId: string };

/** Also the way back for a worker that slept so long that it was taken for dead. */
export async function upsertHeartbeat(db: Db, { id, poolId }: Worker): Promise<void> {
  await sql`
    INSERT INTO workers (id, pool_id, started_at, heartbeat_at)
    VALUES (${id}, ${poolId}, herald_now(), herald_now())
    ON CONFLICT (id) DO UPDATE SET heartbeat_at = herald_now(), pool_id = excluded.pool_id`.execute(db);
}

export async function deleteWorker(db: Db, id: string): Promise<void> {
  await db.deleteFrom('workers').where('id', '=', id).execute();
}

export async function deleteDeadWorkers(db: Tx, deadAfterMs: number): Promise<Worker[]> {
  const { rows } = await sql<Worker>`
    DELETE FROM workers WHERE heartbeat_at < herald_now() - ${deadAfterMs} * interval '1 millisecond'
    RETURNING id, pool_id AS "poolId"`.execute(db);
  return rows;
}

/** Pools that hold jobs although no worker answers for them: theirs died before its first heartbeat, or between two. */
export async function selectLostPools(db: Tx, deadAfterMs: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT j.locked_by AS id FROM graphile_worker.jobs j
     WHERE j.locked_at < herald_now() - ${deadAfterMs} * interval '1 millisecond'
       AND NOT EXISTS (SELECT 1 FROM workers w WHERE w.pool_id = j.locked_by)`.execute(db);
  return rows.map(({ id }) => id);
}
