import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { createStatement } from '../../db/create-statement.ts';
import { seesProfile } from '../../db/visibility.ts';
import { encodeJson } from '../../db/sql.ts';
import type { AccountRow, Plan } from '../../db/rows.ts';
import type { Scope } from '../context.ts';
import type { StoredAccount } from './account.ts';

type AccountFilter = {
  profileId?: string | undefined;
  platform?: string | undefined;
  status?: 'connected' | 'disconnected' | 'needsReauth' | 'disabled' | undefined;
};

export async function selectAccounts(
  db: Db | Tx,
  scope: Scope,
  query: AccountFilter & { page?: number; limit?: number },
): Promise<StoredAccount[]> {
  const { page = 1, limit = null } = query;
  const { rows } = await sql<StoredAccount>`
    ${accountsOf(scope.ownerId)} AND ${matches(scope, query)}
     ORDER BY a.connected_at DESC, a.id DESC
     LIMIT ${limit} OFFSET ${limit === null ? 0 : (page - 1) * limit}`.execute(db);
  return rows;
}

export async function countAccounts(db: Db, scope: Scope, filter: AccountFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM accounts a
     WHERE a.owner_id = ${scope.ownerId} AND ${matches(scope, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function accountsOf(ownerId: string): RawBuilder<unknown> {
  return sql`
    SELECT a.*, p.name AS profile_name, p.slug AS profile_slug, p.color AS profile_color, u.plan,
           herald_now() AS now
      FROM accounts a JOIN profiles p ON p.owner_id = a.owner_id AND p.id = a.profile_id
      JOIN users u ON u.id = a.owner_id
     WHERE a.owner_id = ${ownerId}`;
}

function matches(scope: Scope, { profileId, platform, status }: AccountFilter): RawBuilder<boolean> {
  return sql<boolean>`(
       ${seesProfile(scope.profiles, 'a.profile_id')}
   AND (${profileId ?? null}::text IS NULL OR a.profile_id = ${profileId ?? null})
   AND (${platform ?? null}::text IS NULL OR a.platform = ${platform ?? null})
   AND (${status ?? null}::text IS NULL OR a.status = ${status ?? null}
        OR (${status ?? null} = 'disconnected' AND a.status <> 'connected')))`;
}

export async function findAccount(db: Db | Tx, scope: Scope, id: string): Promise<StoredAccount | undefined> {
  if (scope.profiles === 'all') return (await db.executeQuery(selectNamed(db, { ownerId: scope.ownerId, id }))).rows[0];
  const { rows } = await sql<StoredAccount>`
    ${accountsOf(scope.ownerId)} AND a.id = ${id} AND ${seesProfile(scope.profiles, 'a.profile_id')}`.execute(db);
  return rows[0];
}

const selectNamed = createStatement<{ ownerId: string; id: string }, StoredAccount>(
  ({ ownerId, id }) => sql`${accountsOf(ownerId)} AND a.id = ${id}`,
);

/** Ignores the profiles of the scope; see `findAccounts`. */
export async function selectAccountsById(db: Db, scope: Scope, ids: readonly string[]): Promise<StoredAccount[]> {
  const [id = ''] = ids;
  // PostgreSQL plans a statement with an array for its length each time, which takes longer than the rest.
  if (ids.length === 1) return (await db.executeQuery(selectNamed(db, { ownerId: scope.ownerId, id }))).rows;
  const { rows } = await sql<StoredAccount>`${accountsOf(scope.ownerId)} AND a.id = ANY(${[...ids]}::text[])`.execute(
    db,
  );
  return rows;
}

type Counted = { plan: Plan; counted: number; ofPlatformHere: boolean };

export async function selectAccountUse(
  db: Db | Tx,
  scope: Scope,
  destination: { profileId: string; platform: string },
): Promise<Counted> {
  const { rows } = await sql<Counted>`
    SELECT u.plan,
           (SELECT count(*)::int FROM accounts a WHERE a.owner_id = u.id AND a.status <> 'disconnected') AS counted,
           EXISTS (SELECT 1 FROM accounts a
                    WHERE a.owner_id = u.id AND a.profile_id = ${destination.profileId}
                      AND a.platform = ${destination.platform}) AS of_platform_here
      FROM users u WHERE u.id = ${scope.ownerId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the owner no longer exists');
  return row;
}

type Remote = { platform: string; isSandbox: boolean; providerAccountIds: readonly string[] };

export function selectSameAccounts(db: Tx, scope: Scope, remote: Remote): Promise<AccountRow[]> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('ownerId', '=', scope.ownerId)
    .where('platform', '=', remote.platform)
    .where('isSandbox', '=', remote.isSandbox)
    .where('providerAccountId', '=', sql<string>`ANY(${[...remote.providerAccountIds]})`)
    .execute();
}

export async function insertAccount(db: Tx, row: AccountRow): Promise<void> {
  await db
    .insertInto('accounts')
    .values(encodeJson(row, ['platformState']))
    .execute();
}

/** With `version`, writes nothing and returns false if the token has been replaced. */
export async function updateAccountRow(
  db: Tx,
  scope: Scope,
  { id, version, changes }: { id: string; version?: number; changes: Partial<AccountRow> },
): Promise<boolean> {
  const result = await db
    .updateTable('accounts')
    .set(encodeJson(changes, ['platformState']))
    .where('ownerId', '=', scope.ownerId)
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('tokenVersion', '=', version ?? 0))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteAccountRow(db: Tx, scope: Scope, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('accounts')
    .where('ownerId', '=', scope.ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
