-- post_targets_busy_idx finds the few targets that are claimed.
DROP INDEX post_targets_claim_idx, post_targets_worker_idx;

-- As in 0033, but the day is updated first, because it nearly always exists, and nothing is done for no rows: an insert
-- that may update calls the trigger of updates, too.
DO $do$
DECLARE
  appeared text := 'SELECT 1 AS sign, n.* FROM new_rows n';
  disappeared text := 'SELECT -1 AS sign, o.* FROM old_rows o';
  kind record;
BEGIN
  FOR kind IN SELECT * FROM (VALUES ('inserted', 'new_rows', appeared), ('deleted', 'old_rows', disappeared),
                                    ('updated', 'new_rows', appeared || ' UNION ALL ' || disappeared))
                              AS one (name, rows, changed) LOOP
    EXECUTE format($create$
      CREATE OR REPLACE FUNCTION herald_sum_%s_posts() RETURNS trigger
        LANGUAGE plpgsql SET enable_seqscan = off
        AS $function$
        DECLARE
          change record;
        BEGIN
          IF NOT EXISTS (SELECT FROM %s) THEN
            RETURN NULL;
          END IF;
          FOR change IN
            SELECT m.owner_id, m.account_id, (m.published_at AT TIME ZONE 'UTC')::date AS date, m.post_id IS NULL AS is_external,
                   1 + extract(hour FROM m.published_at AT TIME ZONE 'UTC')::int AS hour, sum(m.sign) AS post_count,
                   sum(m.sign * m.impressions) AS impressions, sum(m.sign * m.reach) AS reach,
                   sum(m.sign * m.likes) AS likes, sum(m.sign * m.comments) AS comments,
                   sum(m.sign * m.shares) AS shares, sum(m.sign * m.saves) AS saves,
                   sum(m.sign * m.clicks) AS clicks, sum(m.sign * m.views) AS views,
                   sum(CASE WHEN m.measured_at IS NOT NULL THEN m.sign ELSE 0 END) AS measured,
                   sum(CASE WHEN m.measured_at IS NOT NULL
                            THEN m.sign * (m.likes + m.comments + m.shares + m.saves) ELSE 0 END) AS engagement
              FROM (%s) AS m
             GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
          LOOP
            CONTINUE WHEN (change.post_count, change.measured, change.engagement, change.impressions, change.reach, change.likes,
                           change.comments, change.shares, change.saves, change.clicks, change.views)
                          = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
            LOOP
              UPDATE platform_post_days d
                 SET post_count = d.post_count + change.post_count, impressions = d.impressions + change.impressions,
                     reach = d.reach + change.reach, likes = d.likes + change.likes,
                     comments = d.comments + change.comments, shares = d.shares + change.shares,
                     saves = d.saves + change.saves, clicks = d.clicks + change.clicks, views = d.views + change.views,
                     hour_post_counts[change.hour] = d.hour_post_counts[change.hour] + change.measured,
                     hour_engagements[change.hour] = d.hour_engagements[change.hour] + change.engagement
               WHERE d.account_id = change.account_id AND d.date = change.date AND d.is_external = change.is_external;
              EXIT WHEN FOUND;
              -- The days of a user who is being deleted are deleted, too.
              INSERT INTO platform_post_days (owner_id, account_id, date, is_external, post_count, impressions, reach,
                                              likes, comments, shares, saves, clicks, views)
              SELECT change.owner_id, change.account_id, change.date, change.is_external, 0, 0, 0, 0, 0, 0, 0, 0, 0
               WHERE EXISTS (SELECT FROM users u WHERE u.id = change.owner_id)
              ON CONFLICT (account_id, date, is_external) DO NOTHING;
              EXIT WHEN NOT EXISTS (SELECT FROM users u WHERE u.id = change.owner_id);
            END LOOP;
          END LOOP;
          RETURN NULL;
        END $function$
      $create$, kind.name, kind.rows, kind.changed);
  END LOOP;
END $do$;
