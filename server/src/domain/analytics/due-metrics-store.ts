import { sql } from 'kysely';
import type { PlatformPostRow } from '../../db/analytics-rows.ts';
import type { Db } from '../../db/client.ts';
import type { Timing } from '../context.ts';

// Sweeps claim rows of all owners.

const accountsMax = 100;
const postsPerAccountMax = 500;
/** Reads almost due posts with the due ones, so that an account needs fewer calls. */
const earlySeconds = 300;

type DuePost = Pick<PlatformPostRow, 'ownerId' | 'accountId' | 'platformPostId' | 'publishedAt'>;

/** Claims posts by moving their due time. Spreads the times of different accounts over a tenth of the interval. */
export async function claimDueMetrics(db: Db, { week, month, older }: Timing['metricsMs']): Promise<DuePost[]> {
  const { rows } = await sql<DuePost>`
    WITH first_due AS MATERIALIZED (
      SELECT account_id FROM platform_posts WHERE metrics_due_at <= herald_now()
       ORDER BY metrics_due_at LIMIT ${accountsMax * 10}
    ), picked AS MATERIALIZED (
      SELECT due.account_id, due.platform_post_id, herald_now() AS now
        FROM (SELECT DISTINCT account_id FROM first_due LIMIT ${accountsMax}) AS one
       CROSS JOIN LATERAL (
         SELECT p.account_id, p.platform_post_id FROM platform_posts p
          WHERE p.account_id = one.account_id
            AND p.metrics_due_at <= herald_now() + make_interval(secs => ${earlySeconds})
          ORDER BY p.metrics_due_at LIMIT ${postsPerAccountMax} FOR UPDATE SKIP LOCKED) AS due
    )
    UPDATE platform_posts p SET metrics_due_at =
           picked.now + make_interval(secs => (0.95 + (hashtext(p.account_id) & 1023) / 10240.0)
             * CASE WHEN p.published_at > picked.now - interval '7 days' THEN ${week / 1000}::float8
                    WHEN p.published_at > picked.now - interval '30 days' THEN ${month / 1000}::float8
                    ELSE ${older / 1000}::float8 END)
      FROM picked WHERE p.account_id = picked.account_id AND p.platform_post_id = picked.platform_post_id
    RETURNING p.owner_id, p.account_id, p.platform_post_id, p.published_at`.execute(db);
  return rows;
}
