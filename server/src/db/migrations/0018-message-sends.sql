-- Idempotency keys of messages. A row is written before the message is sent, so that a send whose process died is known and
-- never repeated.
CREATE TABLE message_sends (
  owner_id text NOT NULL,
  account_id text NOT NULL,
  conversation_id text NOT NULL,
  key text NOT NULL,
  -- A digest of the request: another one with the same key is a conflict.
  request_hash bytea NOT NULL,
  -- Null while the message is being sent.
  outcome json,
  lease_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT message_sends_pkey PRIMARY KEY (owner_id, account_id, conversation_id, key),
  CONSTRAINT message_sends_account_fkey FOREIGN KEY (owner_id, account_id) REFERENCES accounts (owner_id, id)
    ON DELETE CASCADE
);
CREATE INDEX message_sends_age_idx ON message_sends (created_at);
