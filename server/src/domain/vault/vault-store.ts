import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { SealedColumn } from './sealed-columns.ts';

// The vault belongs to the whole installation: there is one sentinel, and no owner to ask for.

export async function findSentinel(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('vault_sentinel').select('sealed').executeTakeFirst();
  return row?.sealed;
}

/** Of two first starts at once the first one's stays. */
export async function insertSentinel(db: Db, row: { sealed: string; createdAt: Date }): Promise<void> {
  await db
    .insertInto('vault_sentinel')
    .values({ sealed: row.sealed, created_at: row.createdAt })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute();
}

/** Replaces the sentinel, unless somebody else has meanwhile. */
export async function replaceSentinel(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.updateTable('vault_sentinel').set({ sealed: to }).where('sealed', '=', from).execute();
}

export type SealedRow = { id: string; owner_id: string; texts: string[] };

/** A batch of rows with a text under another key than the current one, in the order of their ids. */
export async function selectOldSeals(
  db: Db,
  { table, column, isList }: SealedColumn,
  { keyId, afterId, limit }: { keyId: string; afterId: string; limit: number },
): Promise<SealedRow[]> {
  const value = sql.ref(column);
  const texts = isList ? value : sql`ARRAY[${value}]`;
  const { rows } = await sql<SealedRow>`
    SELECT id, owner_id, ${texts} AS texts FROM ${sql.table(table)}
     WHERE id > ${afterId} AND ${value} IS NOT NULL
       AND EXISTS (SELECT 1 FROM unnest(${texts}) AS one WHERE split_part(one, '.', 2) <> ${keyId})
     ORDER BY id LIMIT ${limit}`.execute(db);
  return rows;
}

/** False when the row has changed meanwhile: then its new text is under the current key already, or comes up again. */
export async function replaceSeal(
  db: Db,
  { table, column, isList }: SealedColumn,
  { id, from, to }: { id: string; from: readonly string[]; to: readonly string[] },
): Promise<boolean> {
  const value = sql.ref(column);
  const [old, fresh] = isList ? [[...from], [...to]] : [from[0], to[0]];
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(table)} SET ${value} = ${fresh} WHERE id = ${id} AND ${value} = ${old}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** How many texts each key still seals. */
export async function countSeals(db: Db, { table, column, isList }: SealedColumn): Promise<Map<string, number>> {
  const texts = isList ? sql.ref(column) : sql`ARRAY[${sql.ref(column)}]`;
  const { rows } = await sql<{ key: string; count: number }>`
    SELECT split_part(one, '.', 2) AS key, count(*)::int AS count
      FROM ${sql.table(table)} CROSS JOIN LATERAL unnest(${texts}) AS one
     WHERE one IS NOT NULL GROUP BY 1`.execute(db);
  return new Map(rows.map(({ key, count }) => [key, count]));
}
