import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { isFree, leaseTo, releaseLease } from '../../db/lease.ts';
import { fromNow } from '../../db/sql.ts';
import type { MediaRow } from '../../db/rows.ts';
import type { Scope } from '../context.ts';
import type { UploadedFacts } from './upload/uploaded-facts.ts';

/** Violated by an insert whose profile was deleted meanwhile. */
export const profileKey = 'media_profile_fkey';

export async function insertMedia(db: Db | Tx, row: MediaRow): Promise<void> {
  await db.insertInto('media').values(row).execute();
}

export async function findPrefix(db: Db, scope: Scope): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('mediaPrefix').where('id', '=', scope.ownerId).executeTakeFirst();
  return row?.mediaPrefix ?? undefined;
}

/** The first of two concurrent requests wins. */
export async function makePrefix(db: Db, scope: Scope, fresh: string): Promise<string> {
  const { rows } = await sql<{ prefix: string }>`
    UPDATE users SET media_prefix = coalesce(media_prefix, ${fresh})
     WHERE id = ${scope.ownerId} RETURNING media_prefix AS prefix`.execute(db);
  return rows[0]?.prefix ?? fresh;
}

type Claim = { key: string; token: string; leaseMs: number };

/** Returns undefined if the ticket was used, has expired, or another upload is in progress. */
export async function claimUpload(db: Db, scope: Scope, { key, token, leaseMs }: Claim): Promise<MediaRow | undefined> {
  const { rows } = await sql<MediaRow>`
    UPDATE media SET ${leaseTo(token, leaseMs)}
     WHERE owner_id = ${scope.ownerId} AND key = ${key} AND status = 'pending' AND expires_at > herald_now()
       AND ${isFree('media')}
    RETURNING *`.execute(db);
  return rows[0];
}

/** Returns false if the claim was lost. */
export async function extendUpload(db: Db, scope: Scope, { key, token, leaseMs }: Claim): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE media SET lease_until = ${fromNow(leaseMs)}
     WHERE owner_id = ${scope.ownerId} AND key = ${key} AND claim_token = ${token}`.execute(db);
  return numAffectedRows > 0n;
}

export async function releaseUpload(db: Db, scope: Scope, { key, token }: Omit<Claim, 'leaseMs'>): Promise<void> {
  await sql`
    UPDATE media SET ${releaseLease()}
     WHERE owner_id = ${scope.ownerId} AND key = ${key} AND claim_token = ${token}`.execute(db);
}

export async function finishUpload(
  db: Db | Tx,
  scope: Scope,
  { key, token, facts }: { key: string; token: string; facts: UploadedFacts },
): Promise<boolean> {
  const result = await db
    .updateTable('media')
    .set({ ...facts, status: 'uploaded', claimToken: null, leaseUntil: null })
    .where('ownerId', '=', scope.ownerId)
    .where('key', '=', key)
    .where('claimToken', '=', token)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** For files uploaded without a ticket. Never changes attached files. */
export async function finishMedia(
  db: Db | Tx,
  scope: Scope,
  { key, facts }: { key: string; facts: UploadedFacts },
): Promise<void> {
  await db
    .updateTable('media')
    .set({ ...facts, status: 'uploaded' })
    .where('ownerId', '=', scope.ownerId)
    .where('key', '=', key)
    .where('status', '!=', 'attached')
    .execute();
}

export async function deleteMediaRow(db: Db, scope: Scope, key: string): Promise<void> {
  await db.deleteFrom('media').where('ownerId', '=', scope.ownerId).where('key', '=', key).execute();
}
