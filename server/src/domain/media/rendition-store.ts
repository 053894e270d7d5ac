import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { MediaRow } from '../../db/rows.ts';
import type { Scope } from '../context.ts';

type Wanted = { checksum: string; rule: string };

/** Found is used: it stays a while longer. */
export async function findRendition(
  db: Db,
  scope: Scope,
  { checksum, rule, keptMs }: Wanted & { keptMs: number },
): Promise<{ row: MediaRow; changes: string[] } | undefined> {
  const { rows } = await sql<MediaRow & { changes: string[] }>`
    UPDATE media SET expires_at = herald_now() + make_interval(secs => ${keptMs / 1000})
      FROM renditions
     WHERE renditions.owner_id = ${scope.ownerId} AND renditions.checksum = ${checksum} AND renditions.rule = ${rule}
       AND media.owner_id = ${scope.ownerId} AND media.key = renditions.media_key
       AND media.status = 'uploaded' AND media.expires_at > herald_now()
    RETURNING media.*, renditions.changes`.execute(db);
  const [found] = rows;
  return found && { row: found, changes: found.changes };
}

/** Of two made at once the later one is found from now on; the other goes when its time is over. */
export async function insertRendition(
  db: Db,
  scope: Scope,
  { checksum, rule, mediaKey, changes }: Wanted & { mediaKey: string; changes: readonly string[] },
): Promise<void> {
  await sql`
    INSERT INTO renditions (owner_id, checksum, rule, media_key, changes)
    VALUES (${scope.ownerId}, ${checksum}, ${rule}, ${mediaKey}, ${[...changes]}::text[])
    ON CONFLICT ON CONSTRAINT renditions_pkey DO UPDATE
      SET media_key = excluded.media_key, changes = excluded.changes`.execute(db);
}
