-- The one clock of every decision over time. STABLE and inlined, so that indexes on instants serve; the tests
-- replace it by a clock that they move.
CREATE FUNCTION herald_now() RETURNS timestamptz
  LANGUAGE sql STABLE PARALLEL SAFE
  AS 'SELECT statement_timestamp()';

CREATE TABLE users (
  id text NOT NULL,
  name text NOT NULL,
  plan text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_name_check CHECK (char_length(name) BETWEEN 1 AND 100),
  CONSTRAINT users_plan_check CHECK (plan IN ('free', 'starter', 'pro', 'scale', 'self-hosted'))
);

CREATE TABLE profiles (
  id text NOT NULL,
  owner_id text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  color text NOT NULL,
  slug text NOT NULL,
  is_default boolean NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT profiles_pkey PRIMARY KEY (id),
  CONSTRAINT profiles_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT profiles_owner_key UNIQUE (owner_id, id),
  CONSTRAINT profiles_slug_key UNIQUE (owner_id, slug),
  CONSTRAINT profiles_name_check CHECK (char_length(name) BETWEEN 1 AND 80),
  CONSTRAINT profiles_description_check CHECK (char_length(description) <= 240),
  CONSTRAINT profiles_color_check CHECK (color ~ '^#[0-9a-f]{6}$')
);
CREATE UNIQUE INDEX profiles_default_key ON profiles (owner_id) WHERE is_default;
CREATE INDEX profiles_list_idx ON profiles (owner_id, created_at, id);

CREATE TABLE api_keys (
  id text NOT NULL,
  owner_id text NOT NULL,
  name text NOT NULL,
  hash bytea NOT NULL,
  preview text NOT NULL,
  scope text NOT NULL,
  permission text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT api_keys_owner_key UNIQUE (owner_id, id),
  CONSTRAINT api_keys_hash_key UNIQUE (hash),
  CONSTRAINT api_keys_name_check CHECK (char_length(name) BETWEEN 1 AND 100),
  CONSTRAINT api_keys_scope_check CHECK (scope IN ('full', 'profiles')),
  CONSTRAINT api_keys_permission_check CHECK (permission IN ('read-write', 'read'))
);
CREATE INDEX api_keys_list_idx ON api_keys (owner_id, created_at, id);

-- Deleting a profile takes it out of every key; a key left without one sees nothing.
CREATE TABLE api_key_profiles (
  owner_id text NOT NULL,
  key_id text NOT NULL,
  profile_id text NOT NULL,
  CONSTRAINT api_key_profiles_pkey PRIMARY KEY (key_id, profile_id),
  CONSTRAINT api_key_profiles_key_fkey FOREIGN KEY (owner_id, key_id)
    REFERENCES api_keys (owner_id, id) ON DELETE CASCADE,
  CONSTRAINT api_key_profiles_profile_fkey FOREIGN KEY (owner_id, profile_id)
    REFERENCES profiles (owner_id, id) ON DELETE CASCADE
);
CREATE INDEX api_key_profiles_key_idx ON api_key_profiles (owner_id, key_id);
CREATE INDEX api_key_profiles_profile_idx ON api_key_profiles (owner_id, profile_id);

-- Unlogged: a crash may refill every bucket, which is cheaper than writing each request to the log.
CREATE UNLOGGED TABLE request_budgets (
  owner_id text NOT NULL,
  full_at timestamptz NOT NULL,
  admitted boolean NOT NULL,
  CONSTRAINT request_budgets_pkey PRIMARY KEY (owner_id),
  CONSTRAINT request_budgets_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE
);
