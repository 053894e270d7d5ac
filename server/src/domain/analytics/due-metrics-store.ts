import { sql } from 'kysely';
import type { PlatformPostRow } from '../../db/analytics-rows.ts';
import type { Db } from '../../db/client.ts';
import type { Timing } from '../context.ts';

// Sweeps claim rows of all owners; each row is processed in the scope of its owner.

const batch = 1000;

type DuePost = Pick<PlatformPostRow, 'ownerId' | 'accountId' | 'platformPostId' | 'publishedAt'>;

/**
 * Claims due posts by moving their time, so that no other process reads them meanwhile. The younger a post, the more often
 * it is read. The times are spread over a tenth of the interval.
 */
export async function claimDueMetrics(db: Db, { week, month, older }: Timing['metricsMs']): Promise<DuePost[]> {
  const { rows } = await sql<DuePost>`
    UPDATE platform_posts SET metrics_due_at =
           herald_now() + make_interval(secs => (0.95 + (hashtext(platform_post_id) & 1023) / 10240.0)
             * CASE WHEN published_at > herald_now() - interval '7 days' THEN ${week / 1000}::float8
                    WHEN published_at > herald_now() - interval '30 days' THEN ${month / 1000}::float8
                    ELSE ${older / 1000}::float8 END)
     WHERE (account_id, platform_post_id) IN (
       SELECT account_id, platform_post_id FROM platform_posts WHERE metrics_due_at <= herald_now()
        ORDER BY metrics_due_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)
    RETURNING owner_id, account_id, platform_post_id, published_at`.execute(db);
  return rows;
}
