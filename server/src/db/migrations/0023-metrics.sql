-- A published post on its platform, with its newest numbers.
CREATE TABLE platform_posts (
  owner_id text NOT NULL,
  account_id text NOT NULL,
  platform_post_id text NOT NULL,
  post_id text NOT NULL,
  published_at timestamptz NOT NULL,
  impressions bigint NOT NULL DEFAULT 0,
  reach bigint NOT NULL DEFAULT 0,
  likes bigint NOT NULL DEFAULT 0,
  comments bigint NOT NULL DEFAULT 0,
  shares bigint NOT NULL DEFAULT 0,
  saves bigint NOT NULL DEFAULT 0,
  clicks bigint NOT NULL DEFAULT 0,
  views bigint NOT NULL DEFAULT 0,
  -- The first numbers of a post that was already old: nobody knows on which days it received them.
  baseline json,
  -- When the numbers were last read; null before the first time.
  measured_at timestamptz,
  -- Why the last attempt failed; null if it succeeded.
  error_message text,
  -- When to read the numbers again; null if the platform reports none.
  metrics_due_at timestamptz,
  CONSTRAINT platform_posts_pkey PRIMARY KEY (account_id, platform_post_id),
  CONSTRAINT platform_posts_account_fkey FOREIGN KEY (owner_id, account_id) REFERENCES accounts (owner_id, id)
    ON DELETE CASCADE,
  CONSTRAINT platform_posts_post_fkey FOREIGN KEY (owner_id, post_id) REFERENCES posts (owner_id, id) ON DELETE CASCADE
);
CREATE INDEX platform_posts_list_idx ON platform_posts (account_id, published_at DESC);
CREATE INDEX platform_posts_post_idx ON platform_posts (owner_id, post_id);
CREATE INDEX platform_posts_id_idx ON platform_posts (owner_id, platform_post_id);
CREATE INDEX platform_posts_due_idx ON platform_posts (metrics_due_at) WHERE metrics_due_at IS NOT NULL;

INSERT INTO platform_posts (owner_id, account_id, platform_post_id, post_id, published_at, metrics_due_at)
SELECT DISTINCT ON (live_account_id, platform_post_id)
       owner_id, live_account_id, platform_post_id, post_id, coalesce(published_at, created_at), herald_now()
  FROM post_targets WHERE status = 'published' AND live_account_id IS NOT NULL
 ORDER BY live_account_id, platform_post_id, created_at DESC;

-- The last numbers of a post that were seen on a day (UTC).
CREATE TABLE metric_days (
  owner_id text NOT NULL,
  account_id text NOT NULL,
  platform_post_id text NOT NULL,
  date date NOT NULL,
  impressions bigint NOT NULL,
  reach bigint NOT NULL,
  likes bigint NOT NULL,
  comments bigint NOT NULL,
  shares bigint NOT NULL,
  saves bigint NOT NULL,
  clicks bigint NOT NULL,
  views bigint NOT NULL,
  CONSTRAINT metric_days_pkey PRIMARY KEY (account_id, platform_post_id, date),
  CONSTRAINT metric_days_post_fkey FOREIGN KEY (account_id, platform_post_id)
    REFERENCES platform_posts (account_id, platform_post_id) ON DELETE CASCADE
);
-- For retention.
CREATE INDEX metric_days_date_idx ON metric_days (date);

-- What all posts of the account received on a day, and how many of them received anything. Kept up to date with
-- metric_days, so that nobody has to add up the history of every post. Deleting a post changes nothing here.
CREATE TABLE account_metric_days (
  owner_id text NOT NULL,
  account_id text NOT NULL,
  date date NOT NULL,
  post_count integer NOT NULL,
  impressions bigint NOT NULL,
  reach bigint NOT NULL,
  likes bigint NOT NULL,
  comments bigint NOT NULL,
  shares bigint NOT NULL,
  saves bigint NOT NULL,
  clicks bigint NOT NULL,
  views bigint NOT NULL,
  CONSTRAINT account_metric_days_pkey PRIMARY KEY (account_id, date),
  CONSTRAINT account_metric_days_account_fkey FOREIGN KEY (owner_id, account_id) REFERENCES accounts (owner_id, id)
    ON DELETE CASCADE
);
CREATE INDEX account_metric_days_date_idx ON account_metric_days (date);
