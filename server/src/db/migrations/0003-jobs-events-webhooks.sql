-- Who works. A worker that stops beating is dead, and what it held is freed by its pool id.
CREATE TABLE workers (
  id text NOT NULL,
  pool_id text NOT NULL,
  started_at timestamptz NOT NULL,
  heartbeat_at timestamptz NOT NULL,
  CONSTRAINT workers_pkey PRIMARY KEY (id)
);

-- One row per use of an operation with an hourly cap, kept while it counts.
CREATE TABLE hourly_uses (
  owner_id text NOT NULL,
  operation text NOT NULL,
  used_at timestamptz NOT NULL,
  CONSTRAINT hourly_uses_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX hourly_uses_count_idx ON hourly_uses (owner_id, operation, used_at);
CREATE INDEX hourly_uses_age_idx ON hourly_uses (used_at);

-- The place of the newest event in an owner's feed. Handed out after commit, under this row's lock, and kept as data:
-- neither transactions that commit out of order nor a copy into another cluster can open a gap.
CREATE TABLE event_feeds (
  owner_id text NOT NULL,
  last_position bigint NOT NULL,
  CONSTRAINT event_feeds_pkey PRIMARY KEY (owner_id),
  CONSTRAINT event_feeds_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE events (
  id text NOT NULL,
  owner_id text NOT NULL,
  type text NOT NULL,
  resource_id text NOT NULL,
  profile_ids text[] NOT NULL,
  -- The bytes every delivery signs and sends; jsonb would reorder keys.
  body bytea NOT NULL,
  is_in_feed boolean NOT NULL,
  feed_position bigint,
  created_at timestamptz NOT NULL,
  CONSTRAINT events_pkey PRIMARY KEY (id),
  CONSTRAINT events_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT events_owner_key UNIQUE (owner_id, id),
  CONSTRAINT events_feed_position_key UNIQUE (owner_id, feed_position)
);
CREATE INDEX events_unplaced_idx ON events (owner_id, id) WHERE is_in_feed AND feed_position IS NULL;
CREATE INDEX events_age_idx ON events (created_at);

CREATE TABLE webhook_endpoints (
  id text NOT NULL,
  owner_id text NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  profile_access text NOT NULL,
  custom_header_names text[] NOT NULL,
  custom_headers_sealed text,
  secret_sealed text,
  staged_secret_sealed text,
  staged_at timestamptz,
  -- Those that signed before, newest first, each with the instant until which it stays listed.
  previous_secrets_sealed text[] NOT NULL DEFAULT '{}',
  previous_until timestamptz[] NOT NULL DEFAULT '{}',
  is_active boolean NOT NULL,
  disabled_reason text,
  consecutive_failures integer NOT NULL,
  last_delivered_at timestamptz,
  last_failed_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT webhook_endpoints_owner_key UNIQUE (owner_id, id),
  CONSTRAINT webhook_endpoints_access_check CHECK (profile_access IN ('all_profiles', 'selected_profiles')),
  CONSTRAINT webhook_endpoints_reason_check
    CHECK (disabled_reason IN ('auto_consecutive_failures', 'user_disabled', 'gone')),
  CONSTRAINT webhook_endpoints_active_check CHECK (is_active = (disabled_reason IS NULL)),
  CONSTRAINT webhook_endpoints_staged_check CHECK ((staged_secret_sealed IS NULL) = (staged_at IS NULL)),
  CONSTRAINT webhook_endpoints_previous_check
    CHECK (cardinality(previous_secrets_sealed) = cardinality(previous_until))
);
CREATE INDEX webhook_endpoints_list_idx ON webhook_endpoints (owner_id, created_at DESC, id DESC);

-- Deleting a profile takes it out of every endpoint; one left without a profile gets nothing.
CREATE TABLE webhook_endpoint_profiles (
  owner_id text NOT NULL,
  endpoint_id text NOT NULL,
  profile_id text NOT NULL,
  CONSTRAINT webhook_endpoint_profiles_pkey PRIMARY KEY (endpoint_id, profile_id),
  CONSTRAINT webhook_endpoint_profiles_endpoint_fkey FOREIGN KEY (owner_id, endpoint_id)
    REFERENCES webhook_endpoints (owner_id, id) ON DELETE CASCADE,
  CONSTRAINT webhook_endpoint_profiles_profile_fkey FOREIGN KEY (owner_id, profile_id)
    REFERENCES profiles (owner_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_endpoint_profiles_endpoint_idx ON webhook_endpoint_profiles (owner_id, endpoint_id);
CREATE INDEX webhook_endpoint_profiles_profile_idx ON webhook_endpoint_profiles (owner_id, profile_id);

-- The queue of the delivery engine and its log. It outlives endpoint and event, so it points at both without a key.
CREATE TABLE webhook_deliveries (
  id text NOT NULL,
  owner_id text NOT NULL,
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  resource_id text NOT NULL,
  status text NOT NULL,
  attempt_count integer NOT NULL,
  run_attempt_count integer NOT NULL,
  next_attempt_at timestamptz,
  claim_token text,
  lease_until timestamptz,
  last_http_status integer,
  last_error_code text,
  last_duration_ms integer,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  event_created_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_owner_key UNIQUE (owner_id, id),
  CONSTRAINT webhook_deliveries_status_check CHECK (status IN ('pending', 'retrying', 'delivered', 'failed')),
  CONSTRAINT webhook_deliveries_open_check
    CHECK ((status IN ('pending', 'retrying')) = (next_attempt_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (endpoint_id, next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_deliveries_open_event_idx ON webhook_deliveries (event_id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_deliveries_list_idx ON webhook_deliveries (owner_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_endpoint_idx ON webhook_deliveries (owner_id, endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_age_idx ON webhook_deliveries (coalesce(last_attempt_at, created_at))
  WHERE next_attempt_at IS NULL;

-- Append only: a redelivery adds rows, nothing rewrites them.
CREATE TABLE webhook_attempts (
  owner_id text NOT NULL,
  delivery_id text NOT NULL,
  number integer NOT NULL,
  attempted_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  http_status integer,
  error_code text,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (owner_id, delivery_id, number),
  CONSTRAINT webhook_attempts_delivery_fkey FOREIGN KEY (owner_id, delivery_id)
    REFERENCES webhook_deliveries (owner_id, id) ON DELETE CASCADE
);
