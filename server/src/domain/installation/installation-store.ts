import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { InstallationRow } from '../../db/rows.ts';

// The installation has no owner: it is the database as a whole.

export async function findInstallation(db: Db | Tx): Promise<InstallationRow | undefined> {
  return await db.selectFrom('installation').selectAll().executeTakeFirst();
}

/** A database in which nobody has connected an account can publish nothing twice. */
export async function hasContent(db: Db): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** When two processes start on a new database, the first row stays. */
export async function insertInstallation(db: Db, { id, epoch }: { id: string; epoch: number }): Promise<void> {
  await sql`
    INSERT INTO installation (id, epoch, advanced_at) VALUES (${id}, ${epoch}, herald_now())
    ON CONFLICT (is_only) DO NOTHING`.execute(db);
}

/** False while the epoch is younger than `everyMs`, and while the installation is held. */
export async function incrementEpoch(db: Db, everyMs: number): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    UPDATE installation SET epoch = epoch + 1, advanced_at = herald_now()
     WHERE held_since IS NULL AND advanced_at <= herald_now() - ${everyMs} * interval '1 millisecond'
    RETURNING 1 AS one`.execute(db);
  return rows.length > 0;
}

/** Makes writers of the epoch's copies take turns, so that no copy goes back to an older epoch. */
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
