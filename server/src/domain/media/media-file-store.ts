import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { MediaRow } from '../../db/rows.ts';

// A key is its own permission: who knows it may see the file, and what is too old goes whoever owns it.

const batch = 500;

export async function findFile(db: Db, key: string): Promise<MediaRow | undefined> {
  const { rows } =
    await sql<MediaRow>`SELECT * FROM media WHERE key = ${key} AND (expires_at IS NULL OR expires_at > herald_now())`.execute(
      db,
    );
  return rows[0];
}

export async function selectExpired(db: Tx): Promise<{ key: string; ownerId: string }[]> {
  const { rows } = await sql<{ key: string; ownerId: string }>`
    SELECT key, owner_id AS "ownerId" FROM media
     WHERE expires_at <= herald_now() AND (claim_until IS NULL OR claim_until < herald_now())
     ORDER BY expires_at LIMIT ${batch}`.execute(db);
  return rows;
}
