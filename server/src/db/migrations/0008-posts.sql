-- What somebody says, and when. What becomes of it stands with its targets; the status follows from theirs.
CREATE TABLE posts (
  id text NOT NULL,
  owner_id text NOT NULL,
  -- Among keys that see only some profiles, a draft without targets shows itself to the one that made it.
  key_id text,
  title text NOT NULL,
  content text NOT NULL,
  status text NOT NULL,
  scheduled_for timestamptz,
  timezone text NOT NULL,
  queue_id text,
  -- Files with what is known of them, in order; as json, which keeps the order of keys.
  media json NOT NULL,
  tags text[] NOT NULL,
  hashtags text[] NOT NULL,
  mentions text[] NOT NULL,
  metadata json,
  late_minutes_max integer NOT NULL,
  late_otherwise text NOT NULL,
  -- Those of the targets' accounts, whether these are still there or not.
  profile_ids text[] NOT NULL,
  -- When it was asked to go out at once, or again: lateness counts from here where nothing was scheduled.
  accepted_at timestamptz,
  published_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT posts_pkey PRIMARY KEY (id),
  CONSTRAINT posts_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT posts_owner_key UNIQUE (owner_id, id),
  CONSTRAINT posts_queue_fkey FOREIGN KEY (owner_id, queue_id) REFERENCES queues (owner_id, id)
    ON DELETE SET NULL (queue_id),
  CONSTRAINT posts_status_check CHECK (status IN
    ('draft', 'scheduled', 'queued', 'publishing', 'published', 'partially_failed', 'failed', 'canceled')),
  CONSTRAINT posts_late_check CHECK (late_otherwise IN ('hold', 'skip') AND late_minutes_max BETWEEN 0 AND 10080)
);
CREATE INDEX posts_list_idx ON posts (owner_id, created_at DESC, id DESC);
CREATE INDEX posts_status_idx ON posts (owner_id, status, created_at DESC, id DESC);
CREATE INDEX posts_time_idx ON posts (owner_id, scheduled_for DESC, id DESC) WHERE scheduled_for IS NOT NULL;
-- No two live posts share an instant of a queue.
CREATE UNIQUE INDEX posts_queue_slot_key ON posts (queue_id, scheduled_for)
  WHERE queue_id IS NOT NULL AND status IN ('scheduled', 'queued', 'publishing');
CREATE INDEX posts_queue_idx ON posts (owner_id, queue_id) WHERE queue_id IS NOT NULL;

-- One post on one account: the truth about what went out.
CREATE TABLE post_targets (
  owner_id text NOT NULL,
  post_id text NOT NULL,
  account_id text NOT NULL,
  -- The same, while the account is there; then its names are kept here.
  live_account_id text,
  account_username text,
  account_display_name text,
  platform text NOT NULL,
  profile_id text NOT NULL,
  position smallint NOT NULL,
  custom_content text,
  settings json,
  status text NOT NULL,
  -- Only while it is being published: how far it has come.
  stage text,
  -- When somebody has to look at it next.
  due_at timestamptz,
  -- Since when it is known to be late; what it waits from then on is not its fault.
  found_at timestamptz,
  -- When somebody first set out to publish it.
  claimed_at timestamptz,
  claim_token text,
  lease_until timestamptz,
  worker_id text,
  attempt_count integer NOT NULL DEFAULT 0,
  -- What the network has given for it so far, and since when that is so.
  handle json,
  handle_at timestamptz,
  -- Set before the request that cannot be taken back, and what it said.
  sent_at timestamptz,
  -- Before then its absence proves nothing: it may still be on its way.
  settle_after timestamptz,
  settle_count integer NOT NULL DEFAULT 0,
  -- Somebody wants it sent although it may be out already: after one more look it is.
  is_confirmed boolean NOT NULL DEFAULT false,
  -- Says the same on the same account: text and files.
  fingerprint bytea,
  error text,
  error_code text,
  warnings text[] NOT NULL DEFAULT '{}',
  platform_post_id text,
  part_ids text[],
  platform_post_url text,
  published_at timestamptz,
  -- What comes after the post, step by step.
  follow_ups json,
  created_at timestamptz NOT NULL,
  CONSTRAINT post_targets_pkey PRIMARY KEY (post_id, account_id),
  CONSTRAINT post_targets_post_fkey FOREIGN KEY (owner_id, post_id) REFERENCES posts (owner_id, id) ON DELETE CASCADE,
  CONSTRAINT post_targets_account_fkey FOREIGN KEY (owner_id, live_account_id) REFERENCES accounts (owner_id, id)
    ON DELETE SET NULL (live_account_id),
  CONSTRAINT post_targets_account_check CHECK (live_account_id = account_id),
  CONSTRAINT post_targets_status_check CHECK (status IN
    ('draft', 'scheduled', 'pending', 'publishing', 'published', 'failed', 'canceled')),
  CONSTRAINT post_targets_stage_check CHECK (
    (status = 'publishing') = (stage IS NOT NULL)
    AND stage IN ('claimed', 'preparing', 'sending', 'polling', 'reconciling')),
  CONSTRAINT post_targets_sent_check CHECK (stage IS NULL OR stage IN ('claimed', 'preparing') OR sent_at IS NOT NULL),
  CONSTRAINT post_targets_published_check CHECK ((status = 'published') <= (platform_post_id IS NOT NULL))
);
CREATE INDEX post_targets_post_idx ON post_targets (owner_id, post_id);
CREATE INDEX post_targets_account_idx ON post_targets (owner_id, account_id, created_at DESC, post_id DESC);
CREATE INDEX post_targets_live_idx ON post_targets (owner_id, live_account_id);
CREATE INDEX post_targets_profile_idx ON post_targets (owner_id, profile_id, created_at DESC, post_id DESC);
CREATE INDEX post_targets_platform_idx ON post_targets (owner_id, platform, created_at DESC, post_id DESC);
-- Found by network, so that one that is down hides no other; and in their order by account.
CREATE INDEX post_targets_due_idx ON post_targets (platform, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX post_targets_order_idx ON post_targets (account_id, due_at, post_id) WHERE due_at IS NOT NULL;
CREATE INDEX post_targets_recent_idx ON post_targets (account_id, claimed_at) WHERE claimed_at IS NOT NULL;
CREATE INDEX post_targets_busy_idx ON post_targets (account_id) WHERE claim_token IS NOT NULL;
CREATE INDEX post_targets_claim_idx ON post_targets (claim_token) WHERE claim_token IS NOT NULL;
CREATE INDEX post_targets_worker_idx ON post_targets (worker_id) WHERE claim_token IS NOT NULL;
CREATE INDEX post_targets_same_idx ON post_targets (account_id, fingerprint)
  WHERE fingerprint IS NOT NULL AND status IN ('scheduled', 'pending', 'publishing', 'published');

-- What happened to a post, for its owner to read.
CREATE TABLE post_timeline (
  owner_id text NOT NULL,
  post_id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  account_id text,
  summary text NOT NULL,
  detail json,
  CONSTRAINT post_timeline_pkey PRIMARY KEY (post_id, number),
  CONSTRAINT post_timeline_post_fkey FOREIGN KEY (owner_id, post_id) REFERENCES posts (owner_id, id) ON DELETE CASCADE
);
CREATE INDEX post_timeline_owner_idx ON post_timeline (owner_id, post_id);

-- What a caller named once must not happen twice.
CREATE TABLE idempotency_keys (
  owner_id text NOT NULL,
  scope text NOT NULL,
  key text NOT NULL,
  -- The post may be gone: the name stays taken for a day.
  resource_id text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Set once what it named is gone.
  expires_at timestamptz,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (owner_id, scope, key),
  CONSTRAINT idempotency_keys_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_age_idx ON idempotency_keys (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX idempotency_keys_resource_idx ON idempotency_keys (owner_id, resource_id);

-- Until what was sent for the account has settled, its token is needed to look for it.
ALTER TABLE token_revocations ADD COLUMN account_id text;
CREATE INDEX token_revocations_account_idx ON token_revocations (owner_id, account_id);
