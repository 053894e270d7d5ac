import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import { fromNow } from '../../../db/sql.ts';
import type { Scope } from '../../context.ts';

type Counting = {
  /** Not counted: the file that is about to be written. */
  exceptKey: string | undefined;
  /** How long an announced size counts before the upload starts. */
  reservedMs: number;
};

/** Counts stored bytes and the announced sizes of uploads that may still arrive. */
export async function selectUsedBytes(db: Db | Tx, scope: Scope, { exceptKey, reservedMs }: Counting): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    SELECT coalesce(sum(CASE
             WHEN status <> 'pending' THEN size_bytes
             WHEN lease_until > herald_now() THEN declared_bytes
             WHEN created_at > ${fromNow(-reservedMs)} THEN declared_bytes
           END), 0)::text AS bytes
      FROM media
     WHERE owner_id = ${scope.ownerId} AND key <> ${exceptKey ?? ''}`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
