-- Somebody's presence on a network, connected to a profile.
CREATE TABLE accounts (
  id text NOT NULL,
  owner_id text NOT NULL,
  profile_id text NOT NULL,
  platform text NOT NULL,
  is_sandbox boolean NOT NULL,
  provider_account_id text NOT NULL,
  username text NOT NULL,
  display_name text NOT NULL,
  profile_url text,
  avatar_url text,
  status text NOT NULL,
  -- What is wrong with the authorisation, whatever the operator made of the status.
  fault text,
  granted_scopes text[] NOT NULL,
  -- What the adapter noted for itself.
  platform_state jsonb NOT NULL,
  tokens_sealed text,
  token_issued_at timestamptz,
  token_expires_at timestamptz,
  is_token_refreshable boolean NOT NULL,
  -- Grows with every new token: a refresh writes only over the version it began with.
  token_version integer NOT NULL,
  refresh_at timestamptz,
  refresh_failures integer NOT NULL,
  refresh_claim text,
  refresh_lease_until timestamptz,
  last_refreshed_at timestamptz,
  last_checked_at timestamptz NOT NULL,
  connected_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT accounts_owner_key UNIQUE (owner_id, id),
  CONSTRAINT accounts_provider_key UNIQUE (owner_id, platform, is_sandbox, provider_account_id),
  -- A profile stays while an account does. Judged at the end, so that a user can be deleted with everything.
  CONSTRAINT accounts_profile_fkey FOREIGN KEY (owner_id, profile_id) REFERENCES profiles (owner_id, id)
    ON DELETE NO ACTION,
  CONSTRAINT accounts_status_check CHECK (status IN ('connected', 'needsReauth', 'disconnected', 'disabled')),
  CONSTRAINT accounts_fault_check CHECK (fault IN ('tokenDead', 'scopeMissing', 'authorizationRemoved')),
  CONSTRAINT accounts_fault_status_check CHECK (status = 'disabled' OR (status = 'connected') = (fault IS NULL))
);
CREATE INDEX accounts_list_idx ON accounts (owner_id, connected_at DESC, id DESC);
CREATE INDEX accounts_profile_idx ON accounts (owner_id, profile_id);
CREATE INDEX accounts_refresh_idx ON accounts (refresh_at) WHERE status = 'connected' AND refresh_at IS NOT NULL;

-- A connection under way. Only hashes: who reads this table can complete nothing.
CREATE TABLE connect_sessions (
  id text NOT NULL,
  owner_id text NOT NULL,
  profile_id text NOT NULL,
  platform text NOT NULL,
  is_sandbox boolean NOT NULL,
  state_hash bytea NOT NULL,
  code_hash bytea,
  code_verifier_sealed text,
  redirect_url text,
  status text NOT NULL,
  -- Set once, by whoever completes it: a state works once.
  claimed_at timestamptz,
  account_ids text[] NOT NULL,
  error_code text,
  error_description text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT connect_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT connect_sessions_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT connect_sessions_profile_fkey FOREIGN KEY (owner_id, profile_id) REFERENCES profiles (owner_id, id)
    ON DELETE CASCADE,
  CONSTRAINT connect_sessions_state_key UNIQUE (state_hash),
  CONSTRAINT connect_sessions_code_key UNIQUE (code_hash),
  CONSTRAINT connect_sessions_status_check CHECK (status IN ('pending', 'completed', 'failed'))
);
CREATE INDEX connect_sessions_profile_idx ON connect_sessions (owner_id, profile_id);
CREATE INDEX connect_sessions_age_idx ON connect_sessions (expires_at);
CREATE INDEX connect_sessions_waiting_idx ON connect_sessions (platform, is_sandbox, expires_at)
  WHERE code_hash IS NOT NULL AND claimed_at IS NULL;

-- How far a bot's messages have been read, and who reads them now.
CREATE TABLE code_readers (
  platform text NOT NULL,
  is_sandbox boolean NOT NULL,
  cursor text,
  claim_token text,
  lease_until timestamptz,
  CONSTRAINT code_readers_pkey PRIMARY KEY (platform, is_sandbox)
);

-- Tokens of accounts that are gone, until the network has taken them back.
CREATE TABLE token_revocations (
  id text NOT NULL,
  owner_id text NOT NULL,
  platform text NOT NULL,
  is_sandbox boolean NOT NULL,
  provider_account_id text NOT NULL,
  username text NOT NULL,
  platform_state jsonb NOT NULL,
  tokens_sealed text NOT NULL,
  attempt_count integer NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT token_revocations_pkey PRIMARY KEY (id),
  CONSTRAINT token_revocations_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX token_revocations_due_idx ON token_revocations (next_attempt_at);
CREATE INDEX token_revocations_owner_idx ON token_revocations (owner_id);
