import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

// Sweeps claim rows of all owners.

const batch = 100;

export type DuePoll = { id: string; ownerId: string; platform: string };

type Intervals = { byPlatform: ReadonlyMap<string, number>; withAutomationsMs: number };

/** Claims accounts by moving their due time. Accounts of platforms without an interval are not polled again. */
export async function claimDuePolls(db: Db, { byPlatform, withAutomationsMs }: Intervals): Promise<DuePoll[]> {
  const seconds = Object.fromEntries([...byPlatform].map(([platform, ms]) => [platform, ms / 1000]));
  const { rows } = await sql<DuePoll>`
    UPDATE accounts SET comments_poll_at =
           herald_now() + make_interval(secs => least(
             (${JSON.stringify(seconds)}::jsonb ->> platform)::float8,
             CASE WHEN EXISTS (SELECT 1 FROM comment_automations a
                                WHERE a.account_id = accounts.id AND a.is_active AND a.deleted_at IS NULL)
                  THEN ${withAutomationsMs / 1000}::float8 END))
     WHERE id = ANY(ARRAY(
       SELECT id FROM accounts
        WHERE comments_poll_at <= herald_now() AND status = 'connected'
        ORDER BY comments_poll_at LIMIT ${batch} FOR UPDATE SKIP LOCKED))
    RETURNING id, owner_id AS "ownerId", platform`.execute(db);
  return rows.filter(({ platform }) => byPlatform.has(platform));
}

type Recent = { ownerId: string; accountId: string; withinDays: number; limit: number };

export async function selectRecentPosts(db: Db, recent: Recent): Promise<string[]> {
  const { rows } = await sql<{ platformPostId: string }>`
    (SELECT platform_post_id AS "platformPostId" FROM post_targets
      WHERE owner_id = ${recent.ownerId} AND account_id = ${recent.accountId}
        AND claimed_at > herald_now() - make_interval(days => ${recent.withinDays}) AND status = 'published'
      ORDER BY claimed_at DESC LIMIT ${recent.limit})
    UNION
    (SELECT platform_post_id FROM comment_automations
      WHERE owner_id = ${recent.ownerId} AND account_id = ${recent.accountId} AND platform_post_id IS NOT NULL
        AND is_active AND deleted_at IS NULL
      ORDER BY created_at DESC LIMIT ${recent.limit})`.execute(db);
  return rows.map(({ platformPostId }) => platformPostId);
}
