import type { Db } from '../../db/client.ts';

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
