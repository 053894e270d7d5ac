-- Adds an inserted post to its day for each row: a published post comes alone, and adding up rows takes most of its time.
CREATE FUNCTION herald_sum_new_post() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off
  AS $$
  DECLARE
    day date := (NEW.published_at AT TIME ZONE 'UTC')::date;
    hour integer := 1 + extract(hour FROM NEW.published_at AT TIME ZONE 'UTC');
    measured integer := (NEW.measured_at IS NOT NULL)::integer;
  BEGIN
    LOOP
      UPDATE platform_post_days d
         SET post_count = d.post_count + 1, impressions = d.impressions + NEW.impressions, reach = d.reach + NEW.reach,
             likes = d.likes + NEW.likes, comments = d.comments + NEW.comments, shares = d.shares + NEW.shares,
             saves = d.saves + NEW.saves, clicks = d.clicks + NEW.clicks, views = d.views + NEW.views,
             hour_post_counts[hour] = d.hour_post_counts[hour] + measured,
             hour_engagements[hour] = d.hour_engagements[hour]
                                      + measured * (NEW.likes + NEW.comments + NEW.shares + NEW.saves)
       WHERE d.account_id = NEW.account_id AND d.date = day AND d.is_external = (NEW.post_id IS NULL);
      EXIT WHEN FOUND;
      -- The days of a user who is being deleted are deleted, too.
      INSERT INTO platform_post_days (owner_id, account_id, date, is_external, post_count, impressions, reach, likes, comments,
                                      shares, saves, clicks, views)
      SELECT NEW.owner_id, NEW.account_id, day, NEW.post_id IS NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0
       WHERE EXISTS (SELECT FROM users u WHERE u.id = NEW.owner_id)
      ON CONFLICT (account_id, date, is_external) DO NOTHING;
      EXIT WHEN NOT EXISTS (SELECT FROM users u WHERE u.id = NEW.owner_id);
    END LOOP;
    RETURN NULL;
  END $$;

DROP TRIGGER platform_posts_sum_inserted ON platform_posts;
DROP FUNCTION herald_sum_inserted_posts();
CREATE TRIGGER platform_posts_sum_inserted AFTER INSERT ON platform_posts
  FOR EACH ROW EXECUTE FUNCTION herald_sum_new_post();
