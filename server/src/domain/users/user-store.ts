import type { Db, Tx } from '../../db/client.ts';
import { sql } from 'kysely';
import type { UserRow } from '../../db/rows.ts';

// Not scoped: used only by operator commands and the first start.

const lockKey = 4010_0002;

export async function insertUser(db: Tx, row: UserRow): Promise<void> {
  await db.insertInto('users').values(row).execute();
}

export function selectUsers(db: Db): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'plan', 'createdAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export function updateUser(
  db: Db,
  id: string,
  changes: Partial<Pick<UserRow, 'name' | 'plan'>>,
): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set(changes)
    .where('id', '=', id)
    .returning(['id', 'name', 'plan', 'createdAt'])
    .executeTakeFirst();
}

/** Prevents two processes from both creating the first user. */
export async function hasUsersLocked(db: Tx): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(${lockKey}::int)`.execute(db);
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function findKeyOwner(db: Db, keyId: string): Promise<string | undefined> {
  const row = await db.selectFrom('apiKeys').select('ownerId').where('id', '=', keyId).executeTakeFirst();
  return row?.ownerId;
}

export async function findAccountOwner(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db.selectFrom('accounts').select('ownerId').where('id', '=', accountId).executeTakeFirst();
  return row?.ownerId;
}
