import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { fromNow } from '../../../db/sql.ts';

export type AppProblem = { platform: string; targetCount: number; latestAt: Date; message: string };

export async function selectAppProblems(db: Db, withinMs: number): Promise<AppProblem[]> {
  const { rows } = await sql<AppProblem>`
    SELECT t.platform, count(*)::int AS "targetCount", max(failure.at) AS "latestAt",
           (array_agg(coalesce(t.error, '') ORDER BY failure.at DESC))[1] AS message
      FROM post_targets t
      CROSS JOIN LATERAL (
        SELECT max(entry.at) AS at FROM post_timeline entry
         WHERE entry.post_id = t.post_id AND entry.account_id = t.account_id AND entry.kind = 'targetStateChanged'
      ) failure
     WHERE t.status = 'failed' AND t.error_code = 'platformAppProblem'
       AND failure.at > ${fromNow(-withinMs)}
     GROUP BY t.platform ORDER BY t.platform`.execute(db);
  return rows;
}
