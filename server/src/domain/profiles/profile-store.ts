import { CompiledQuery, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { violates } from '../../db/failure.ts';
import type { ProfileRow } from '../../db/rows.ts';
import type { Scope } from '../context.ts';

const columns = ['id', 'owner_id', 'name', 'description', 'color', 'slug', 'is_default', 'created_at'] as const;

// As constant text: the most read of all lists.
const selectAll =
  'select "id", "owner_id", "name", "description", "color", "slug", "is_default", "created_at" from "profiles" ' +
  'where "owner_id" = $1 order by "created_at", "id"';

export async function selectProfiles(db: Db, scope: Scope): Promise<ProfileRow[]> {
  const { profiles } = scope;
  if (profiles === 'all') {
    return (await db.executeQuery<ProfileRow>(CompiledQuery.raw(selectAll, [scope.ownerId]))).rows;
  }
  return db
    .selectFrom('profiles')
    .select(columns)
    .where('owner_id', '=', scope.ownerId)
    .where('id', '=', sql<string>`ANY(${[...profiles]})`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Finds within the owner; whether the key may see it is the caller's question, answered 403 and not 404. */
export function findProfile(db: Db, scope: Scope, id: string): Promise<ProfileRow | undefined> {
  return db
    .selectFrom('profiles')
    .select(columns)
    .where('owner_id', '=', scope.ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Answers undefined when the slug is taken, so that two creates at once never share one. */
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
    .where('owner_id', '=', scope.ownerId)
    .where((where) => where.or([where('slug', '=', base), where('slug', 'like', `${base}-%`)]))
    .execute();
  return new Set(rows.map((row) => row.slug));
}

export async function clearDefault(db: Tx, scope: Scope): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ is_default: false })
    .where('owner_id', '=', scope.ownerId)
    .where('is_default', '=', true)
    .execute();
}

export type ProfileChanges = Partial<Pick<ProfileRow, 'name' | 'description' | 'color' | 'slug' | 'is_default'>>;

export function updateProfileRow(
  db: Tx,
  scope: Scope,
  { id, changes }: { id: string; changes: ProfileChanges },
): Promise<ProfileRow | undefined> {
  return db
    .updateTable('profiles')
    .set(changes)
    .where('owner_id', '=', scope.ownerId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

/** The flag is judged by the statement itself: a profile made default meanwhile stays. So does one with accounts. */
export async function deleteProfileRow(
  db: Db,
  scope: Scope,
  id: string,
): Promise<'deleted' | 'hasAccounts' | 'notDeleted'> {
  try {
    const result = await db
      .deleteFrom('profiles')
      .where('owner_id', '=', scope.ownerId)
      .where('id', '=', id)
      .where('is_default', '=', false)
      .executeTakeFirst();
    return result.numDeletedRows > 0n ? 'deleted' : 'notDeleted';
  } catch (error) {
    if (violates(error, 'accounts_profile_fkey')) return 'hasAccounts';
    throw error;
  }
}
