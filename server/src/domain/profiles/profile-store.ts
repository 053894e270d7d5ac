import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { createStatement } from '../../db/create-statement.ts';
import { violates } from '../../db/failure.ts';
import type { ProfileRow } from '../../db/rows.ts';
import type { Scope } from '../context.ts';

const columns = ['id', 'ownerId', 'name', 'description', 'color', 'slug', 'isDefault', 'createdAt'] as const;

export async function selectProfiles(db: Db, scope: Scope): Promise<ProfileRow[]> {
  const { profiles } = scope;
  if (profiles === 'all') return (await db.executeQuery(selectAll(db, { ownerId: scope.ownerId }))).rows;
  return db
    .selectFrom('profiles')
    .select(columns)
    .where('ownerId', '=', scope.ownerId)
    .where('id', '=', sql<string>`ANY(${[...profiles]})`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

const selectAll = createStatement<{ ownerId: string }, ProfileRow>(({ ownerId }, db) =>
  db.selectFrom('profiles').select(columns).where('ownerId', '=', ownerId).orderBy('createdAt').orderBy('id'),
);

/** Ignores the profiles of the scope, so that the caller can return 403 instead of 404. */
export async function findProfile(db: Db, scope: Scope, id: string): Promise<ProfileRow | undefined> {
  return (await db.executeQuery(select(db, { ownerId: scope.ownerId, id }))).rows[0];
}

const select = createStatement<{ ownerId: string; id: string }, ProfileRow>(({ ownerId, id }, db) =>
  db.selectFrom('profiles').select(columns).where('ownerId', '=', ownerId).where('id', '=', id),
);

export function insertProfile(db: Db, row: ProfileRow): Promise<ProfileRow | undefined> {
  return db
    .insertInto('profiles')
    .values(row)
    .onConflict((conflict) => conflict.constraint('profiles_slug_key').doNothing())
    .returning(columns)
    .executeTakeFirst();
}

export async function selectSlugs(db: Db, scope: Scope, base: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('profiles')
    .select('slug')
    .where('ownerId', '=', scope.ownerId)
    .where((where) => where.or([where('slug', '=', base), where('slug', 'like', `${base}-%`)]))
    .execute();
  return new Set(rows.map((row) => row.slug));
}

export async function clearDefault(db: Tx, scope: Scope): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ isDefault: false })
    .where('ownerId', '=', scope.ownerId)
    .where('isDefault', '=', true)
    .execute();
}

export type ProfileChanges = Partial<Pick<ProfileRow, 'name' | 'description' | 'color' | 'slug' | 'isDefault'>>;

export function updateProfileRow(
  db: Tx,
  scope: Scope,
  { id, changes }: { id: string; changes: ProfileChanges },
): Promise<ProfileRow | undefined> {
  return db
    .updateTable('profiles')
    .set(changes)
    .where('ownerId', '=', scope.ownerId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

/** Checks `isDefault` in the statement, because a concurrent request may set it. */
export async function deleteProfileRow(
  db: Db,
  scope: Scope,
  id: string,
): Promise<'deleted' | 'hasAccounts' | 'notDeleted'> {
  try {
    const result = await db
      .deleteFrom('profiles')
      .where('ownerId', '=', scope.ownerId)
      .where('id', '=', id)
      .where('isDefault', '=', false)
      .executeTakeFirst();
    return result.numDeletedRows > 0n ? 'deleted' : 'notDeleted';
  } catch (error) {
    if (violates(error, 'accounts_profile_fkey')) return 'hasAccounts';
    throw error;
  }
}
