import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import { seesProfiles } from '../../../db/visibility.ts';
import { literals } from '../../../db/sql.ts';
import type { Scope } from '../../context.ts';
import { openStatuses } from '../model/target-state.ts';

type Names = { id: string; username: string; displayName: string };

export async function keepNames(db: Tx, scope: Scope, { id, username, displayName }: Names): Promise<void> {
  await sql`
    UPDATE post_targets SET account_username = ${username}, account_display_name = ${displayName}
     WHERE owner_id = ${scope.ownerId} AND account_id = ${id}`.execute(db);
}

/** A fixed order avoids deadlocks. */
export async function selectOpenPosts(db: Tx, scope: Scope, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT post_id AS id FROM post_targets
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId}
       AND status IN (${literals(openStatuses)})
     ORDER BY post_id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function selectUnsettled(db: Db, scope: Scope, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    SELECT 1 AS one FROM post_targets
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND status = 'publishing' LIMIT 1`.execute(db);
  return rows.length > 0;
}

export type Risk = { accountId: string; from: Date | null };
export type AtRisk = { accountId: string; count: number; nextAt: Date | null; postIds: string[] };

/** Counts from `from` on (null: all), and returns the first twenty posts. */
export async function selectAtRisk(db: Db, scope: Scope, risks: readonly Risk[]): Promise<AtRisk[]> {
  if (risks.length === 0) return [];
  const { rows } = await sql<AtRisk>`
    SELECT risk.account_id AS "accountId", count(*)::int AS count, min(t.due_at) AS "nextAt",
           (array_agg(t.post_id ORDER BY t.due_at, t.post_id))[1:20] AS "postIds"
      FROM unnest(${risks.map(({ accountId }) => accountId)}::text[], ${risks.map(({ from }) => from)}::timestamptz[])
           AS risk (account_id, since)
      -- By the index of due targets: IS TRUE, so that no index by owner is chosen, which would read all targets.
      JOIN post_targets t ON t.account_id = risk.account_id AND t.due_at IS NOT NULL
                         AND (t.owner_id = ${scope.ownerId}) IS TRUE
                         AND t.status = 'scheduled' AND (risk.since IS NULL OR t.due_at > risk.since)
      JOIN posts p ON p.owner_id = t.owner_id AND p.id = t.post_id
     WHERE ${seesProfiles(scope.profiles, 'p.profile_ids')}
     GROUP BY risk.account_id`.execute(db);
  return rows;
}
