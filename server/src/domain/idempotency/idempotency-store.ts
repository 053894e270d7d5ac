import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { Scope } from '../context.ts';
import type { IdempotencyKey } from './idempotency-key.ts';

type Named = { namings: readonly (IdempotencyKey & { resourceId: string })[]; at: Date };

/** The resources that got their names. Waits for rivals that are about to take one; all in one order. */
export async function takeKeyRows(db: Tx, scope: Scope, { namings, at }: Named): Promise<string[]> {
  const { rows } = await sql<{ resource_id: string }>`
    INSERT INTO idempotency_keys (owner_id, scope, key, resource_id, created_at)
    SELECT ${scope.ownerId}, scope, key, resource_id, ${at}
      FROM unnest(${namings.map((one) => one.scope)}::text[], ${namings.map((one) => one.key)}::text[],
                  ${namings.map((one) => one.resourceId)}::text[]) AS new (scope, key, resource_id)
     ORDER BY scope, key
    ON CONFLICT ON CONSTRAINT idempotency_keys_pkey DO UPDATE
      SET resource_id = excluded.resource_id, created_at = excluded.created_at, expires_at = NULL
      WHERE idempotency_keys.expires_at <= herald_now()
    RETURNING resource_id`.execute(db);
  return rows.map((row) => row.resource_id);
}

/** What each of the names was given to, where it is taken. */
export async function findKeyRows(
  db: Db,
  scope: Scope,
  { scope: keyScope, keys }: { scope: IdempotencyKey['scope']; keys: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; resource_id: string }>`
    SELECT key, resource_id FROM idempotency_keys
     WHERE owner_id = ${scope.ownerId} AND scope = ${keyScope} AND key = ANY(${[...keys]}::text[])
       AND (expires_at IS NULL OR expires_at > herald_now())`.execute(db);
  return new Map(rows.map((row) => [row.key, row.resource_id]));
}

/** What they named is gone: they stay taken for a day from when they were. */
export async function expireKeyRows(db: Tx, scope: Scope, resourceId: string): Promise<void> {
  await sql`
    UPDATE idempotency_keys SET expires_at = created_at + interval '24 hours'
     WHERE owner_id = ${scope.ownerId} AND resource_id = ${resourceId}`.execute(db);
}
