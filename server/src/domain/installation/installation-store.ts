import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { fromNow } from '../../db/sql.ts';
import type { InstallationRow } from '../../db/rows.ts';

// Not scoped: the installation is the whole database.

export async function findInstallation(db: Db | Tx): Promise<InstallationRow | undefined> {
  return await db.selectFrom('installation').selectAll().executeTakeFirst();
}

/** Nothing can be published twice without connected accounts. */
export async function hasContent(db: Db): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns false if another process registered first. */
export async function insertInstallation(db: Db, { id, epoch }: { id: string; epoch: number }): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    INSERT INTO installation (id, epoch, advanced_at) VALUES (${id}, ${epoch}, herald_now())
    ON CONFLICT (is_only) DO NOTHING
    RETURNING 1 AS one`.execute(db);
  return rows.length > 0;
}

/** Returns false if the epoch advanced less than `everyMs` ago, or Herald is held. */
export async function incrementEpoch(db: Db, everyMs: number): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    UPDATE installation SET epoch = epoch + 1, advanced_at = herald_now()
     WHERE held_since IS NULL AND advanced_at <= ${fromNow(-everyMs)}
    RETURNING 1 AS one`.execute(db);
  return rows.length > 0;
}

/** Serializes writers of the copies, so that no copy is overwritten with an older epoch. */
export async function lockInstallation(db: Tx): Promise<InstallationRow | undefined> {
  return await db.selectFrom('installation').selectAll().forUpdate().executeTakeFirst();
}

export async function holdInstallation(db: Db, reason: string): Promise<void> {
  await sql`UPDATE installation SET held_since = herald_now(), held_reason = ${reason} WHERE held_since IS NULL`.execute(
    db,
  );
}

export async function releaseInstallation(db: Tx, { id, epoch }: { id: string; epoch: number }): Promise<void> {
  await sql`
    UPDATE installation SET id = ${id}, epoch = ${epoch}, advanced_at = herald_now(), held_since = NULL,
           held_reason = NULL`.execute(db);
}
