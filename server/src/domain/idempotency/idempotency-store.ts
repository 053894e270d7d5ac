import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { Scope } from '../context.ts';
import type { IdempotencyKey, Naming } from './idempotency-key.ts';

/** A fixed order prevents deadlocks. */
export async function takeKeyRows(db: Tx, scope: Scope, namings: readonly Naming[]): Promise<string[]> {
  const { rows } = await sql<{ resourceId: string }>`
    INSERT INTO idempotency_keys (owner_id, scope, key, resource_id, created_at)
    SELECT ${scope.ownerId}, scope, key, resource_id, herald_now()
      FROM unnest(${namings.map((one) => one.scope)}::text[], ${namings.map((one) => one.key)}::text[],
                  ${namings.map((one) => one.resourceId)}::text[]) AS new (scope, key, resource_id)
     ORDER BY scope, key
    ON CONFLICT ON CONSTRAINT idempotency_keys_pkey DO UPDATE
      SET resource_id = excluded.resource_id, created_at = excluded.created_at, expires_at = NULL
      WHERE idempotency_keys.expires_at <= excluded.created_at
    RETURNING resource_id`.execute(db);
  return rows.map((row) => row.resourceId);
}

export async function findKeyRows(
  db: Db,
  scope: Scope,
  { scope: keyScope, keys }: { scope: IdempotencyKey['scope']; keys: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; resourceId: string }>`
    SELECT key, resource_id FROM idempotency_keys
     WHERE owner_id = ${scope.ownerId} AND scope = ${keyScope} AND key = ANY(${[...keys]}::text[])
       AND (expires_at IS NULL OR expires_at > herald_now())`.execute(db);
  return new Map(rows.map((row) => [row.key, row.resourceId]));
}

export async function expireKeyRows(db: Tx, scope: Scope, resourceId: string): Promise<void> {
  await sql`
    UPDATE idempotency_keys SET expires_at = created_at + interval '24 hours'
     WHERE owner_id = ${scope.ownerId} AND resource_id = ${resourceId}`.execute(db);
}
