-- The newest numbers of all posts of an account by the day (UTC) on which they were published, and by hour the posts whose
-- numbers are known and their engagement. Triggers keep them equal to platform_posts. Days may be left with 0 posts.
CREATE TABLE platform_post_days (
  owner_id text NOT NULL,
  account_id text NOT NULL,
  date date NOT NULL,
  is_external boolean NOT NULL,
  post_count integer NOT NULL,
  impressions bigint NOT NULL,
  reach bigint NOT NULL,
  likes bigint NOT NULL,
  comments bigint NOT NULL,
  shares bigint NOT NULL,
  saves bigint NOT NULL,
  clicks bigint NOT NULL,
  views bigint NOT NULL,
  -- 24 each, the first from 0:00 to 1:00.
  hour_post_counts integer[] NOT NULL DEFAULT array_fill(0, ARRAY[24]),
  hour_engagements bigint[] NOT NULL DEFAULT array_fill(0, ARRAY[24]),
  CONSTRAINT platform_post_days_pkey PRIMARY KEY (account_id, date, is_external),
  CONSTRAINT platform_post_days_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE
) WITH (fillfactor = 70);
CREATE INDEX platform_post_days_owner_idx ON platform_post_days (owner_id);

-- One function for each kind of change. `changed`: the rows that appeared (sign 1) and disappeared (sign -1).
DO $do$
DECLARE
  appeared text := 'SELECT 1 AS sign, n.* FROM new_rows n';
  disappeared text := 'SELECT -1 AS sign, o.* FROM old_rows o';
  kind record;
BEGIN
  FOR kind IN SELECT * FROM (VALUES ('inserted', appeared), ('deleted', disappeared),
                                    ('updated', appeared || ' UNION ALL ' || disappeared)) AS one (name, changed) LOOP
    EXECUTE format($create$
      CREATE FUNCTION herald_sum_%s_posts() RETURNS trigger
        LANGUAGE plpgsql SET enable_seqscan = off
        AS $function$
        DECLARE
          change record;
        BEGIN
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
            -- The days of a user who is being deleted are deleted, too.
            INSERT INTO platform_post_days (owner_id, account_id, date, is_external, post_count, impressions, reach, likes,
                                            comments, shares, saves, clicks, views)
            SELECT change.owner_id, change.account_id, change.date, change.is_external, 0, 0, 0, 0, 0, 0, 0, 0, 0
             WHERE EXISTS (SELECT FROM users u WHERE u.id = change.owner_id)
            ON CONFLICT (account_id, date, is_external) DO NOTHING;
            UPDATE platform_post_days d
               SET post_count = d.post_count + change.post_count, impressions = d.impressions + change.impressions,
                   reach = d.reach + change.reach, likes = d.likes + change.likes, comments = d.comments + change.comments,
                   shares = d.shares + change.shares, saves = d.saves + change.saves, clicks = d.clicks + change.clicks,
                   views = d.views + change.views,
                   hour_post_counts[change.hour] = d.hour_post_counts[change.hour] + change.measured,
                   hour_engagements[change.hour] = d.hour_engagements[change.hour] + change.engagement
             WHERE d.account_id = change.account_id AND d.date = change.date AND d.is_external = change.is_external;
          END LOOP;
          RETURN NULL;
        END $function$
      $create$, kind.name, kind.changed);
  END LOOP;
END $do$;

CREATE TRIGGER platform_posts_sum_inserted AFTER INSERT ON platform_posts
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION herald_sum_inserted_posts();
CREATE TRIGGER platform_posts_sum_deleted AFTER DELETE ON platform_posts
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION herald_sum_deleted_posts();
CREATE TRIGGER platform_posts_sum_updated AFTER UPDATE ON platform_posts
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION herald_sum_updated_posts();

-- The triggers hold locks that keep others from writing until the commit.
INSERT INTO platform_post_days
SELECT owner_id, account_id, date, is_external, sum(post_count), sum(impressions), sum(reach), sum(likes), sum(comments),
       sum(shares), sum(saves), sum(clicks), sum(views),
       ARRAY(SELECT coalesce(sum(one.amount), 0) FROM generate_series(0, 23) AS hour
               LEFT JOIN unnest(array_agg(of_hour.hour), array_agg(of_hour.measured)) AS one (hour, amount) USING (hour)
              GROUP BY hour ORDER BY hour),
       ARRAY(SELECT coalesce(sum(one.amount), 0) FROM generate_series(0, 23) AS hour
               LEFT JOIN unnest(array_agg(of_hour.hour), array_agg(of_hour.engagement)) AS one (hour, amount) USING (hour)
              GROUP BY hour ORDER BY hour)
  FROM (SELECT owner_id, account_id, (published_at AT TIME ZONE 'UTC')::date AS date, post_id IS NULL AS is_external,
               extract(hour FROM published_at AT TIME ZONE 'UTC')::int AS hour, count(*) AS post_count,
               sum(impressions) AS impressions, sum(reach) AS reach, sum(likes) AS likes, sum(comments) AS comments,
               sum(shares) AS shares, sum(saves) AS saves, sum(clicks) AS clicks, sum(views) AS views,
               count(measured_at) AS measured,
               coalesce(sum(likes + comments + shares + saves) FILTER (WHERE measured_at IS NOT NULL), 0) AS engagement
          FROM platform_posts GROUP BY 1, 2, 3, 4, 5) AS of_hour
 GROUP BY 1, 2, 3, 4;
