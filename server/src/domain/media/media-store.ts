import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { MediaRow } from '../../db/rows.ts';
import type { Scope } from '../context.ts';
import type { UploadedFacts } from './upload/uploaded-facts.ts';

export async function insertMedia(db: Db | Tx, row: MediaRow): Promise<void> {
  await db.insertInto('media').values(row).execute();
}

/** The first part of the owner's keys, once it was made. */
export async function findPrefix(db: Db, scope: Scope): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('media_prefix').where('id', '=', scope.ownerId).executeTakeFirst();
  return row?.media_prefix ?? undefined;
}

/** Of two that make it at once the first one's stays. */
export async function makePrefix(db: Db, scope: Scope, fresh: string): Promise<string> {
  const { rows } = await sql<{ prefix: string }>`
    UPDATE users SET media_prefix = coalesce(media_prefix, ${fresh})
     WHERE id = ${scope.ownerId} RETURNING media_prefix AS prefix`.execute(db);
  return rows[0]?.prefix ?? fresh;
}

type Claim = { key: string; token: string; untilMs: number };

/** One upload at a time; undefined when it was used, has expired, or is under way. */
export async function claimUpload(db: Db, scope: Scope, { key, token, untilMs }: Claim): Promise<MediaRow | undefined> {
  const { rows } = await sql<MediaRow>`
    UPDATE media SET claim_token = ${token}, claim_until = herald_now() + make_interval(secs => ${untilMs / 1000})
     WHERE owner_id = ${scope.ownerId} AND key = ${key} AND status = 'pending' AND expires_at > herald_now()
       AND (claim_token IS NULL OR claim_until < herald_now())
    RETURNING *`.execute(db);
  return rows[0];
}

/** False when somebody else has it by now. */
export async function extendUpload(db: Db, scope: Scope, { key, token, untilMs }: Claim): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE media SET claim_until = herald_now() + make_interval(secs => ${untilMs / 1000})
     WHERE owner_id = ${scope.ownerId} AND key = ${key} AND claim_token = ${token}`.execute(db);
  return numAffectedRows > 0n;
}

/** After a failure: the ticket is good for another try. */
export async function releaseUpload(db: Db, scope: Scope, { key, token }: Omit<Claim, 'untilMs'>): Promise<void> {
  await sql`
    UPDATE media SET claim_token = NULL, claim_until = NULL
     WHERE owner_id = ${scope.ownerId} AND key = ${key} AND claim_token = ${token}`.execute(db);
}

export async function finishUpload(
  db: Db | Tx,
  scope: Scope,
  { key, token, facts }: { key: string; token: string; facts: UploadedFacts },
): Promise<boolean> {
  const result = await db
    .updateTable('media')
    .set({ ...facts, status: 'uploaded', claim_token: null, claim_until: null })
    .where('owner_id', '=', scope.ownerId)
    .where('key', '=', key)
    .where('claim_token', '=', token)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** A file that nobody claims: no ticket of ours leads to it any more, or none did. What a post has stays as it is. */
export async function finishMedia(
  db: Db | Tx,
  scope: Scope,
  { key, facts }: { key: string; facts: UploadedFacts },
): Promise<void> {
  await db
    .updateTable('media')
    .set({ ...facts, status: 'uploaded' })
    .where('owner_id', '=', scope.ownerId)
    .where('key', '=', key)
    .where('status', '!=', 'attached')
    .execute();
}

export async function deleteMediaRow(db: Db, scope: Scope, key: string): Promise<void> {
  await db.deleteFrom('media').where('owner_id', '=', scope.ownerId).where('key', '=', key).execute();
}
