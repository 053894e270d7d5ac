import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountRow, Plan } from '../../db/rows.ts';
import type { Scope } from '../context.ts';
import type { StoredAccount } from './account.ts';

type AccountFilter = {
  id?: string | undefined;
  profileId?: string | undefined;
  platform?: string | undefined;
  status?: 'connected' | 'disconnected' | 'needsReauth' | 'disabled' | undefined;
};

/** What the scope may see and the filter leaves, newest connection first. */
export async function selectAccounts(
  db: Db | Tx,
  scope: Scope,
  query: AccountFilter & { page?: number; limit?: number },
): Promise<StoredAccount[]> {
  const { page = 1, limit = null } = query;
  const { rows } = await sql<StoredAccount>`
    SELECT a.*, p.name AS profile_name, p.slug AS profile_slug, p.color AS profile_color, u.plan,
           herald_now() AS now
      FROM accounts a JOIN profiles p ON p.owner_id = a.owner_id AND p.id = a.profile_id
      JOIN users u ON u.id = a.owner_id
     WHERE a.owner_id = ${scope.ownerId} AND ${matches(scope, query)}
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

function matches(scope: Scope, { id, profileId, platform, status }: AccountFilter): RawBuilder<boolean> {
  const visible = scope.profiles === 'all' ? null : [...scope.profiles];
  return sql<boolean>`(
       (${visible}::text[] IS NULL OR a.profile_id = ANY(${visible}))
   AND (${id ?? null}::text IS NULL OR a.id = ${id ?? null})
   AND (${profileId ?? null}::text IS NULL OR a.profile_id = ${profileId ?? null})
   AND (${platform ?? null}::text IS NULL OR a.platform = ${platform ?? null})
   AND (${status ?? null}::text IS NULL OR a.status = ${status ?? null}
        OR (${status ?? null} = 'disconnected' AND a.status <> 'connected')))`;
}

/** Of the owner, whatever the key may see: whoever asks tells apart what is unknown and what is out of scope. */
export async function selectAccountsById(db: Db, scope: Scope, ids: readonly string[]): Promise<StoredAccount[]> {
  const { rows } = await sql<StoredAccount>`
    SELECT a.*, p.name AS profile_name, p.slug AS profile_slug, p.color AS profile_color, u.plan,
           herald_now() AS now
      FROM accounts a JOIN profiles p ON p.owner_id = a.owner_id AND p.id = a.profile_id
      JOIN users u ON u.id = a.owner_id
     WHERE a.owner_id = ${scope.ownerId} AND a.id = ANY(${[...ids]}::text[])`.execute(db);
  return rows;
}

type Counted = { plan: Plan; counted: number; of_platform_here: boolean };

/** What the plan's limit is judged by: every account of the owner that is not disconnected. */
export async function selectAccountUse(
  db: Db | Tx,
  scope: Scope,
  place: { profileId: string; platform: string },
): Promise<Counted> {
  const { rows } = await sql<Counted>`
    SELECT u.plan,
           (SELECT count(*)::int FROM accounts a WHERE a.owner_id = u.id AND a.status <> 'disconnected') AS counted,
           EXISTS (SELECT 1 FROM accounts a
                    WHERE a.owner_id = u.id AND a.profile_id = ${place.profileId}
                      AND a.platform = ${place.platform}) AS of_platform_here
      FROM users u WHERE u.id = ${scope.ownerId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the owner is gone');
  return row;
}

type Remote = { platform: string; isSandbox: boolean; providerAccountIds: readonly string[] };

/** Those of the owner's that are the same accounts on the platform. */
export function selectSameAccounts(db: Tx, scope: Scope, remote: Remote): Promise<AccountRow[]> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('owner_id', '=', scope.ownerId)
    .where('platform', '=', remote.platform)
    .where('is_sandbox', '=', remote.isSandbox)
    .where('provider_account_id', '=', sql<string>`ANY(${[...remote.providerAccountIds]})`)
    .execute();
}

export async function insertAccount(db: Tx, row: AccountRow): Promise<void> {
  await db.insertInto('accounts').values(toValues(row)).execute();
}

/** `version`, where given, must still be the token's: whoever came later knew more. */
export async function updateAccountRow(
  db: Tx,
  scope: Scope,
  { id, version, changes }: { id: string; version?: number; changes: Partial<AccountRow> },
): Promise<boolean> {
  const result = await db
    .updateTable('accounts')
    .set(toValues(changes))
    .where('owner_id', '=', scope.ownerId)
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('token_version', '=', version ?? 0))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteAccountRow(db: Tx, scope: Scope, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('accounts')
    .where('owner_id', '=', scope.ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** The driver would write an object into jsonb by itself, but not the empty one of every case alike. */
function toValues<Row extends Partial<AccountRow>>(row: Row): Row {
  if (row.platform_state === undefined) return row;
  return { ...row, platform_state: JSON.stringify(row.platform_state) as unknown as AccountRow['platform_state'] };
}
