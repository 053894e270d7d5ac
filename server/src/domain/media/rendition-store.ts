import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { fromNow } from '../../db/sql.ts';
import type { MediaRow } from '../../db/rows.ts';
import type { Scope } from '../context.ts';

type RenditionKey = { checksum: string; rule: string };

/** Finding a rendition extends its lifetime. */
export async function findRendition(
  db: Db,
  scope: Scope,
  { checksum, rule, keptMs }: RenditionKey & { keptMs: number },
): Promise<{ row: MediaRow; changes: string[] } | undefined> {
  const { rows } = await sql<MediaRow & { changes: string[] }>`
    UPDATE media SET expires_at = ${fromNow(keptMs)}
      FROM renditions
     WHERE renditions.owner_id = ${scope.ownerId} AND renditions.checksum = ${checksum} AND renditions.rule = ${rule}
       AND media.owner_id = ${scope.ownerId} AND media.key = renditions.media_key
       AND media.status = 'uploaded' AND media.expires_at > herald_now()
    RETURNING media.*, renditions.changes`.execute(db);
  const [row] = rows;
  return row && { row, changes: row.changes };
}

/** The later of two concurrent renditions wins; the other expires. */
export async function insertRendition(
  db: Db,
  scope: Scope,
  { checksum, rule, mediaKey, changes }: RenditionKey & { mediaKey: string; changes: readonly string[] },
): Promise<void> {
  await sql`
    INSERT INTO renditions (owner_id, checksum, rule, media_key, changes)
    VALUES (${scope.ownerId}, ${checksum}, ${rule}, ${mediaKey}, ${[...changes]}::text[])
    ON CONFLICT ON CONSTRAINT renditions_pkey DO UPDATE
      SET media_key = excluded.media_key, changes = excluded.changes`.execute(db);
}
