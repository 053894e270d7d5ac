import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { fromNow } from '../../db/sql.ts';
import type { Scope } from '../context.ts';

// Locks rows in key order to prevent deadlocks.

/** Returns how many of the files are usable. */
export async function addUse(db: Tx, scope: Scope, keys: readonly string[]): Promise<number> {
  const { rows } = await sql<{ key: string }>`
    WITH used AS (
      SELECT key FROM media
       WHERE owner_id = ${scope.ownerId} AND key = ANY(${[...keys]}::text[]) AND status <> 'pending'
         AND (expires_at IS NULL OR expires_at > herald_now())
       ORDER BY key FOR UPDATE)
    UPDATE media SET use_count = use_count + 1, status = 'attached', expires_at = NULL
      FROM used WHERE media.key = used.key AND media.owner_id = ${scope.ownerId}
    RETURNING media.key`.execute(db);
  return rows.length;
}

export async function dropUse(
  db: Tx,
  scope: Scope,
  { keys, keptMs }: { keys: readonly string[]; keptMs: number },
): Promise<void> {
  await sql`
    WITH used AS (
      SELECT key, ${fromNow(keptMs)} AS kept_until FROM media
       WHERE owner_id = ${scope.ownerId} AND key = ANY(${[...keys]}::text[]) AND use_count > 0
       ORDER BY key FOR UPDATE)
    UPDATE media
       SET use_count = use_count - 1,
           status = CASE WHEN use_count = 1 THEN 'uploaded' ELSE status END,
           expires_at = CASE WHEN use_count = 1 THEN used.kept_until END
      FROM used WHERE media.key = used.key AND media.owner_id = ${scope.ownerId}`.execute(db);
}
