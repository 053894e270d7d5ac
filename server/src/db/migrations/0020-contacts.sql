CREATE TABLE contacts (
  owner_id text NOT NULL,
  profile_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  -- In lower case.
  email text,
  company text,
  avatar_url text,
  tags text[] NOT NULL,
  is_subscribed boolean NOT NULL,
  is_blocked boolean NOT NULL,
  notes text,
  custom_fields json,
  messages_sent_count integer NOT NULL DEFAULT 0,
  messages_received_count integer NOT NULL DEFAULT 0,
  last_message_sent_at timestamptz,
  last_message_received_at timestamptz,
  source text NOT NULL,
  -- Name, email and company as foldText of kernel/text/search-text.ts writes them.
  folded_texts text[] NOT NULL,
  -- The tags in lower case, in the same order.
  lower_tags text[] NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT contacts_pkey PRIMARY KEY (id),
  CONSTRAINT contacts_owner_key UNIQUE (owner_id, id),
  CONSTRAINT contacts_profile_fkey FOREIGN KEY (owner_id, profile_id) REFERENCES profiles (owner_id, id)
    ON DELETE CASCADE,
  CONSTRAINT contacts_source_check CHECK (source IN ('api', 'inbox', 'automation'))
);
CREATE UNIQUE INDEX contacts_email_key ON contacts (owner_id, profile_id, email) WHERE email IS NOT NULL;
CREATE INDEX contacts_list_idx ON contacts (owner_id, created_at DESC, id DESC);

-- How a contact is reached. Channels outlive the account they belong to.
CREATE TABLE contact_channels (
  owner_id text NOT NULL,
  id text NOT NULL,
  contact_id text NOT NULL,
  account_id text NOT NULL,
  platform text NOT NULL,
  platform_identifier text NOT NULL,
  display_identifier text,
  is_subscribed boolean NOT NULL DEFAULT true,
  conversation_id text,
  metadata json,
  last_active_at timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT contact_channels_pkey PRIMARY KEY (id),
  CONSTRAINT contact_channels_identifier_key UNIQUE (owner_id, account_id, platform_identifier),
  CONSTRAINT contact_channels_contact_fkey FOREIGN KEY (owner_id, contact_id) REFERENCES contacts (owner_id, id)
    ON DELETE CASCADE
);
CREATE INDEX contact_channels_contact_idx ON contact_channels (owner_id, contact_id, created_at, id);
