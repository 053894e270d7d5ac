import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { Scope } from '../context.ts';

const lockClass = 4011;

type Uses = { used: number; oldestLeavesInSeconds: number };

/** The lock is held until the commit, so that concurrent requests cannot exceed the limit. */
export async function lockUses(db: Tx, scope: Scope, operation: string): Promise<Uses> {
  const name = `${scope.ownerId} ${operation}`;
  await sql`SELECT pg_advisory_xact_lock(${lockClass}::int, hashtext(${name}))`.execute(db);
  const { rows } = await sql<Uses>`
    SELECT count(*)::int AS used,
           extract(epoch FROM min(used_at) + interval '1 hour' - herald_now())::float8 AS "oldestLeavesInSeconds"
      FROM hourly_uses
     WHERE owner_id = ${scope.ownerId} AND operation = ${operation}
       AND used_at > herald_now() - interval '1 hour'`.execute(db);
  return rows[0] ?? { used: 0, oldestLeavesInSeconds: 0 };
}

export async function insertUse(db: Tx, use: { ownerId: string; operation: string }): Promise<void> {
  await sql`
    INSERT INTO hourly_uses (owner_id, operation, used_at)
    VALUES (${use.ownerId}, ${use.operation}, herald_now())`.execute(db);
}
