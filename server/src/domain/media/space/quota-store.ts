import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import type { Scope } from '../../context.ts';

type Counting = {
  /** The file that is about to be written, which is not counted. */
  exceptKey: string | undefined;
  /** How long the announced size of an upload counts before its bytes arrive. */
  reservedMs: number;
};

/** Bytes the owner has stored, and those of uploads that were announced with a size and may still arrive. */
export async function selectUsedBytes(db: Db | Tx, scope: Scope, { exceptKey, reservedMs }: Counting): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    SELECT coalesce(sum(CASE
             WHEN status <> 'pending' THEN size_bytes
             WHEN claim_until > herald_now() THEN declared_bytes
             WHEN created_at > herald_now() - make_interval(secs => ${reservedMs / 1000}) THEN declared_bytes
           END), 0)::text AS bytes
      FROM media
     WHERE owner_id = ${scope.ownerId} AND key <> ${exceptKey ?? ''}`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
