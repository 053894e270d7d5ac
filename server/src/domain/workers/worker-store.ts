import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { fromNow } from '../../db/sql.ts';

// Not scoped: workers belong to the installation.

/** Registers a worker again that was considered dead after a stall. */
export async function upsertHeartbeat(db: Db, id: string): Promise<void> {
  await sql`
    INSERT INTO workers (id, started_at, heartbeat_at) VALUES (${id}, herald_now(), herald_now())
    ON CONFLICT (id) DO UPDATE SET heartbeat_at = excluded.heartbeat_at`.execute(db);
}

export async function deleteWorker(db: Db, id: string): Promise<void> {
  await db.deleteFrom('workers').where('id', '=', id).execute();
}

export async function deleteDeadWorkers(db: Tx, deadAfterMs: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM workers WHERE heartbeat_at < ${fromNow(-deadAfterMs)} RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}
