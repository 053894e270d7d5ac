import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { Scope } from '../context.ts';

export type FollowerDay = { accountId: string; date: string; followers: number };

export async function selectFollowerDays(
  db: Db,
  scope: Scope,
  { accountIds, from, to }: { accountIds: readonly string[]; from: string; to: string },
): Promise<FollowerDay[]> {
  const { rows } = await sql<FollowerDay>`
    SELECT account_id, to_char(date, 'YYYY-MM-DD') AS date, followers::float8 AS followers FROM follower_days
     WHERE owner_id = ${scope.ownerId} AND account_id = ANY(${[...accountIds]}::text[])
       AND date BETWEEN ${from}::date AND ${to}::date
     ORDER BY account_id, date`.execute(db);
  return rows;
}

export async function upsertFollowerDay(
  db: Tx,
  scope: Scope,
  { accountId, followers }: Omit<FollowerDay, 'date'>,
): Promise<void> {
  await sql`
    INSERT INTO follower_days (owner_id, account_id, date, followers)
    SELECT owner_id, id, (herald_now() AT TIME ZONE 'UTC')::date, ${followers} FROM accounts
     WHERE owner_id = ${scope.ownerId} AND id = ${accountId}
    ON CONFLICT (account_id, date) DO UPDATE SET followers = excluded.followers`.execute(db);
}

export async function selectLatestFollowers(
  db: Db,
  scope: Scope,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ accountId: string; followers: number }>`
    SELECT a.id AS account_id, d.followers::float8 AS followers
      FROM unnest(${[...accountIds]}::text[]) AS a (id)
      JOIN LATERAL (SELECT followers FROM follower_days
                     WHERE owner_id = ${scope.ownerId} AND account_id = a.id
                     ORDER BY date DESC LIMIT 1) d ON true`.execute(db);
  return new Map(rows.map(({ accountId, followers }) => [accountId, followers]));
}
