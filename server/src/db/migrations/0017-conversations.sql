-- The stored copy of direct messages. Read and archive state exist only here.
CREATE TABLE conversations (
  owner_id text NOT NULL,
  account_id text NOT NULL,
  -- The platform's ID.
  id text NOT NULL,
  -- People other than the account, as the platform returned them; the first one is the participant.
  participants json NOT NULL,
  participant_id text,
  -- Newest activity.
  updated_at timestamptz NOT NULL,
  last_message text NOT NULL DEFAULT '',
  last_message_at timestamptz,
  archived_at timestamptz,
  refreshed_at timestamptz NOT NULL,
  CONSTRAINT conversations_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT conversations_account_fkey FOREIGN KEY (owner_id, account_id) REFERENCES accounts (owner_id, id)
    ON DELETE CASCADE
);
CREATE INDEX conversations_owner_idx ON conversations (owner_id, updated_at DESC, id DESC);
CREATE INDEX conversations_participant_idx ON conversations (account_id, participant_id);
CREATE INDEX conversations_activity_idx ON conversations (account_id, updated_at DESC, id DESC);

CREATE TABLE messages (
  owner_id text NOT NULL,
  account_id text NOT NULL,
  conversation_id text NOT NULL,
  id text NOT NULL,
  direction text NOT NULL,
  -- False if the platform revealed nothing but the ID and the time.
  is_known boolean NOT NULL,
  is_read boolean NOT NULL,
  sender_id text,
  sender_name text,
  text text,
  attachments json NOT NULL,
  story_reply json,
  is_story_mention boolean NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT messages_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT messages_conversation_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations (account_id, id)
    ON DELETE CASCADE,
  CONSTRAINT messages_direction_check CHECK (direction IN ('incoming', 'outgoing'))
);
CREATE INDEX messages_owner_idx ON messages (owner_id, account_id);
CREATE INDEX messages_conversation_idx ON messages (account_id, conversation_id, created_at, id);
CREATE INDEX messages_unread_idx ON messages (account_id, conversation_id) WHERE NOT is_read;

ALTER TABLE accounts ADD COLUMN inbox_refreshed_at timestamptz;
-- Why the last refresh failed, as reported to clients; null if it did not.
ALTER TABLE accounts ADD COLUMN inbox_error json;
