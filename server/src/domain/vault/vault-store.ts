import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { SealedColumn } from './sealed-columns.ts';

// Not scoped: an installation has one sentinel.

export async function findSentinel(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('vaultSentinel').select('sealed').executeTakeFirst();
  return row?.sealed;
}

/** The first of two concurrent starts wins. */
export async function insertSentinel(db: Db, row: { sealed: string; createdAt: Date }): Promise<void> {
  await db
    .insertInto('vaultSentinel')
    .values({ sealed: row.sealed, createdAt: row.createdAt })
    .onConflict((conflict) => conflict.column('isOnly').doNothing())
    .execute();
}

export async function replaceSentinel(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.updateTable('vaultSentinel').set({ sealed: to }).where('sealed', '=', from).execute();
}

export type SealedRow = { id: string; ownerId: string; texts: string[] };

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

/** Returns false if the row has changed: its new text has the current key, or the next run finds it. */
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

export async function countSeals(db: Db, { table, column, isList }: SealedColumn): Promise<Map<string, number>> {
  const texts = isList ? sql.ref(column) : sql`ARRAY[${sql.ref(column)}]`;
  const { rows } = await sql<{ key: string; count: number }>`
    SELECT split_part(one, '.', 2) AS key, count(*)::int AS count
      FROM ${sql.table(table)} CROSS JOIN LATERAL unnest(${texts}) AS one
     WHERE one IS NOT NULL GROUP BY 1`.execute(db);
  return new Map(rows.map(({ key, count }) => [key, count]));
}
