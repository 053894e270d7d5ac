-- Posts that were published without Herald have no post_id. Numbers of Herald's own posts outlive their account, so the
-- account is no longer a foreign key.
ALTER TABLE platform_posts
  ALTER COLUMN post_id DROP NOT NULL,
  DROP CONSTRAINT platform_posts_account_fkey,
  ADD CONSTRAINT platform_posts_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE;

-- All due posts of an account are claimed together.
CREATE INDEX platform_posts_account_due_idx ON platform_posts (account_id, metrics_due_at)
  WHERE metrics_due_at IS NOT NULL;

-- Sums are kept apart by source, so that each source can be read alone.
ALTER TABLE account_metric_days
  ADD COLUMN is_external boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT account_metric_days_account_fkey,
  ADD CONSTRAINT account_metric_days_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE,
  DROP CONSTRAINT account_metric_days_pkey,
  ADD CONSTRAINT account_metric_days_pkey PRIMARY KEY (account_id, date, is_external);

-- What the platform shows of a post that was published without Herald.
CREATE TABLE external_posts (
  account_id text NOT NULL,
  platform_post_id text NOT NULL,
  platform_post_url text,
  content text NOT NULL,
  media json NOT NULL,
  CONSTRAINT external_posts_pkey PRIMARY KEY (account_id, platform_post_id),
  CONSTRAINT external_posts_platform_post_fkey FOREIGN KEY (account_id, platform_post_id)
    REFERENCES platform_posts (account_id, platform_post_id) ON DELETE CASCADE
);

-- Disconnected accounts whose posts have numbers.
CREATE TABLE former_accounts (
  id text NOT NULL,
  owner_id text NOT NULL,
  profile_id text NOT NULL,
  platform text NOT NULL,
  provider_account_id text NOT NULL,
  username text NOT NULL,
  CONSTRAINT former_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT former_accounts_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX former_accounts_owner_idx ON former_accounts (owner_id);

-- When to import posts next, null on platforms that cannot list them; and when they were imported last.
ALTER TABLE accounts
  ADD COLUMN external_posts_due_at timestamptz,
  ADD COLUMN external_posts_synced_at timestamptz;
UPDATE accounts SET external_posts_due_at = herald_now() WHERE status = 'connected';
CREATE INDEX accounts_external_posts_idx ON accounts (external_posts_due_at) WHERE external_posts_due_at IS NOT NULL;
