import { texts as floorPostTexts } from '../floor-post-statements.ts';

/** Exactly what Herald writes for a due target, and one query for what to send. */
export const texts = {
  claim: `
    WITH relaxed AS MATERIALIZED (
      SELECT set_config('synchronous_commit', 'off', true)
    ), picked AS MATERIALIZED (
      SELECT due.post_id, due.account_id
        FROM relaxed, unnest($1::text[], $2::int[]) AS granted (platform, slots)
       CROSS JOIN LATERAL (
         SELECT t.post_id, t.account_id FROM post_targets t
          WHERE t.platform = granted.platform AND t.due_at <= herald_now() AND (t.claim_token IS NULL OR t.lease_until <= herald_now())
            AND NOT EXISTS (SELECT 1 FROM post_targets b
                             WHERE b.account_id = t.account_id AND b.claim_token IS NOT NULL
                               AND b.lease_until > herald_now())
            AND NOT EXISTS (SELECT 1 FROM post_targets e
                             WHERE e.account_id = t.account_id AND e.due_at <= t.due_at
                               AND (e.due_at, e.post_id) < (t.due_at, t.post_id))
            AND (t.status IN ('publishing', 'published') OR t.due_at > herald_now() - make_interval(secs => $3)
                 OR NOT EXISTS (SELECT 1 FROM post_targets r
                                 WHERE r.account_id = t.account_id
                                   AND r.claimed_at > herald_now() - make_interval(secs => $4)))
          ORDER BY t.due_at LIMIT granted.slots) due
    ), held AS MATERIALIZED (
      SELECT p.id FROM posts p WHERE p.id = ANY(ARRAY(SELECT picked.post_id FROM picked))
       ORDER BY p.id FOR NO KEY UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE post_targets t
         SET claim_token = $5, worker_id = $6,
             lease_until = herald_now() + make_interval(secs => $7),
             status = CASE t.status WHEN 'published' THEN 'published' ELSE 'publishing' END,
             stage = CASE WHEN t.status = 'published' THEN NULL WHEN t.stage IS NOT NULL THEN t.stage
                          WHEN t.sent_at IS NULL THEN 'claimed' ELSE 'reconciling' END,
             claimed_at = coalesce(t.claimed_at, herald_now())
        FROM picked
       WHERE t.post_id = picked.post_id AND t.account_id = picked.account_id
         AND t.post_id = ANY(ARRAY(SELECT held.id FROM held))
         AND t.due_at <= herald_now() AND (t.claim_token IS NULL OR t.lease_until <= herald_now())
      RETURNING t.*
    ), followed AS (
      UPDATE posts p SET status = 'publishing', updated_at = herald_now()
       WHERE p.id = ANY(ARRAY(SELECT claimed.post_id FROM claimed WHERE claimed.status = 'publishing'))
         AND p.status <> 'publishing'
    )
    SELECT claimed.*, herald_now() AS now FROM claimed`,
  work: `
    SELECT p.content, p.scheduled_for, p.profile_ids, a.provider_account_id, a.username, a.display_name
      FROM posts p, accounts a WHERE p.owner_id = $1 AND p.id = $2 AND a.owner_id = $1 AND a.id = $3`,
  intent:
    'update "post_targets" set "stage" = $1, "publish_state" = $2, "publish_state_at" = $3, "warnings" = $4, "is_confirmed" = $5, ' +
    '"due_at" = herald_now() + make_interval(secs => $6), "settle_after" = herald_now() + make_interval(secs => $7), ' +
    '"sent_at" = herald_now() + make_interval(secs => $8), "lease_until" = herald_now() + make_interval(secs => $9) ' +
    'where "owner_id" = $10 and "post_id" = $11 and "account_id" = $12 and "claim_token" = $13 returning *',
  result:
    'update "post_targets" set "status" = $1, "platform_post_id" = $2, "platform_post_url" = $3, "part_ids" = $4, ' +
    '"published_at" = $5, "error" = $6, "error_code" = $7, "stage" = $8, "due_at" = $9, "claim_token" = $10, ' +
    '"lease_until" = $11, "worker_id" = $12 where "owner_id" = $13 and "post_id" = $14 and "account_id" = $15 ' +
    'and "claim_token" = $16 returning *',
  post: 'update "posts" set "status" = $1, "published_at" = $2, "updated_at" = $3 where "owner_id" = $4 and "id" = $5',
  timeline: floorPostTexts.timeline,
  timelineOfTwo: `${floorPostTexts.timeline}, ($8, $9, $10, $11, $12, $13, $14)`,
  event: floorPostTexts.event,
};
