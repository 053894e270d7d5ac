import type { Db, Tx } from '../../db/client.ts';
import { sql } from 'kysely';
import type { Plan, UserRow } from '../../db/rows.ts';

// Users are above scopes: only the operator's commands and the first start come here.

const lockKey = 4010_0002;

export async function insertUser(db: Tx, row: UserRow): Promise<void> {
  await db.insertInto('users').values(row).execute();
}

export function selectUsers(db: Db): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'plan', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function updatePlan(db: Db, { id, plan }: { id: string; plan: Plan }): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ plan })
    .where('id', '=', id)
    .returning(['id', 'name', 'plan', 'created_at'])
    .executeTakeFirst();
}

/** Two first starts at once must not make two first users. */
export async function hasUsersLocked(db: Tx): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(${lockKey}::int)`.execute(db);
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The owner of a key, for the operator who knows only the key's id. */
export async function findKeyOwner(db: Db, keyId: string): Promise<string | undefined> {
  const row = await db.selectFrom('api_keys').select('owner_id').where('id', '=', keyId).executeTakeFirst();
  return row?.owner_id;
}

export async function findAccountOwner(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db.selectFrom('accounts').select('owner_id').where('id', '=', accountId).executeTakeFirst();
  return row?.owner_id;
}
