import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isFree } from '../../db/lease.ts';
import { fromNow } from '../../db/sql.ts';
import type { MediaRow } from '../../db/rows.ts';
import { uploadableMs } from './limits.ts';

// Not scoped: whoever knows a key may read the file, and a sweep covers all owners.

const batch = 500;

export async function findFile(db: Db, key: string): Promise<MediaRow | undefined> {
  const { rows } =
    await sql<MediaRow>`SELECT * FROM media WHERE key = ${key} AND (expires_at IS NULL OR expires_at > herald_now())`.execute(
      db,
    );
  return rows[0];
}

export async function selectExpired(db: Db): Promise<{ key: string; ownerId: string }[]> {
  const { rows } = await sql<{ key: string; ownerId: string }>`
    SELECT key, owner_id AS "ownerId" FROM media
     WHERE expires_at <= herald_now() AND ${isFree('media')}
       AND (kind <> 'presigned' OR created_at <= ${fromNow(-uploadableMs)})
     ORDER BY expires_at LIMIT ${batch}`.execute(db);
  return rows;
}
