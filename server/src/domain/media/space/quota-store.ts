import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import { ownerCount } from '../../../db/owner-counts.ts';
import { fromNow } from '../../../db/sql.ts';
import type { Scope } from '../../context.ts';

type Counting = {
  /** The file that is about to be written. */
  exceptKey: string | undefined;
  /** How long an announced size counts before the upload starts. */
  reservedMs: number;
};

/** Includes the announced sizes of uploads that may still arrive. */
export async function selectUsedBytes(db: Db | Tx, scope: Scope, { exceptKey, reservedMs }: Counting): Promise<number> {
  const { rows } = await sql<{ stored: number; announced: number | null; excepted: number | null }>`
    SELECT ${ownerCount(sql`${scope.ownerId}`, 'media_bytes')} AS stored,
           (SELECT sum(m.declared_bytes)::float8 FROM media m
             WHERE m.owner_id = ${scope.ownerId} AND m.status = 'pending' AND m.key <> ${exceptKey ?? ''}
               AND (m.lease_until > herald_now() OR m.created_at > ${fromNow(-reservedMs)})) AS announced,
           (SELECT m.size_bytes::float8 FROM media m
             WHERE m.owner_id = ${scope.ownerId} AND m.key = ${exceptKey ?? ''}) AS excepted`.execute(db);
  const [{ stored, announced, excepted } = { stored: 0, announced: 0, excepted: 0 }] = rows;
  return stored + (announced ?? 0) - (excepted ?? 0);
}
