-- Events that platforms sent, until they are processed. The owner is not known yet: several users may have connected the
-- account that an event is about.
CREATE TABLE platform_events (
  -- A digest of the body: the same event, sent again while it waits, is stored once.
  id text NOT NULL,
  platform text NOT NULL,
  is_sandbox boolean NOT NULL,
  body bytea NOT NULL,
  received_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  attempt_count integer NOT NULL DEFAULT 0,
  claim_token text,
  lease_until timestamptz,
  CONSTRAINT platform_events_pkey PRIMARY KEY (id)
);
CREATE INDEX platform_events_due_idx ON platform_events (due_at);

-- When to ask the platform for the events of the account; null if that is done.
ALTER TABLE accounts ADD COLUMN subscribe_at timestamptz;
UPDATE accounts SET subscribe_at = herald_now() WHERE status = 'connected';
CREATE INDEX accounts_subscribe_idx ON accounts (subscribe_at) WHERE subscribe_at IS NOT NULL;
CREATE INDEX accounts_provider_idx ON accounts (platform, is_sandbox, provider_account_id);
