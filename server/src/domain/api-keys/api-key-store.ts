import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { ApiKeyRow } from '../../db/rows.ts';
import type { Scope } from '../context.ts';

export type ApiKeyWithProfiles = Omit<ApiKeyRow, 'hash'> & {
  profiles: { _id: string; name: string; color: string }[];
};

export async function selectApiKeys(db: Db, scope: Scope, keyId?: string): Promise<ApiKeyWithProfiles[]> {
  const { rows } = await sql<ApiKeyWithProfiles>`
    SELECT k.id, k.owner_id, k.name, k.preview, k.scope, k.permission, k.created_at, k.last_used_at,
           coalesce(json_agg(json_build_object('_id', p.id, 'name', p.name, 'color', p.color)
                             ORDER BY p.created_at, p.id) FILTER (WHERE p.id IS NOT NULL), '[]') AS profiles
      FROM api_keys k
      LEFT JOIN api_key_profiles kp ON kp.owner_id = k.owner_id AND kp.key_id = k.id
      LEFT JOIN profiles p ON p.owner_id = kp.owner_id AND p.id = kp.profile_id
     WHERE k.owner_id = ${scope.ownerId} AND (${keyId ?? null}::text IS NULL OR k.id = ${keyId ?? null})
     GROUP BY k.id
     ORDER BY k.created_at DESC, k.id DESC`.execute(db);
  return rows;
}

export async function countApiKeys(db: Tx, scope: Scope): Promise<number> {
  const { count } = await db
    .selectFrom('apiKeys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ownerId', '=', scope.ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertApiKey(db: Tx, row: ApiKeyRow, profileIds: readonly string[]): Promise<void> {
  await db.insertInto('apiKeys').values(row).execute();
  if (profileIds.length === 0) return;
  const links = profileIds.map((profileId) => ({ ownerId: row.ownerId, keyId: row.id, profileId }));
  await db.insertInto('apiKeyProfiles').values(links).execute();
}

/** Returns the existing ones, and locks them so that none is deleted before the key is stored. */
export async function lockOwnProfiles(db: Tx, scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('profiles')
    .select('id')
    .where('ownerId', '=', scope.ownerId)
    .where('id', '=', sql<string>`ANY(${[...ids]})`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map((row) => row.id));
}

export async function deleteApiKeyRow(db: Db, scope: Scope, keyId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('apiKeys')
    .where('ownerId', '=', scope.ownerId)
    .where('id', '=', keyId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Writes at most once a minute across all processes. */
export async function touchApiKeyRow(db: Db, scope: Scope, { keyId, at }: { keyId: string; at: Date }): Promise<void> {
  await db
    .updateTable('apiKeys')
    .set({ lastUsedAt: at })
    .where('ownerId', '=', scope.ownerId)
    .where('id', '=', keyId)
    .where((where) =>
      where.or([
        where('lastUsedAt', 'is', null),
        where('lastUsedAt', '<=', sql<Date>`${at}::timestamptz - interval '1 minute'`),
      ]),
    )
    .execute();
}
