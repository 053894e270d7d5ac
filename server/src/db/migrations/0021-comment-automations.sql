CREATE TABLE comment_automations (
  owner_id text NOT NULL,
  account_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  trigger text NOT NULL,
  -- Without a reference to posts: an automation whose post was deleted must not become one for all posts.
  post_id text,
  platform_post_id text,
  post_title text,
  keywords text[] NOT NULL,
  exclude_keywords text[] NOT NULL,
  match_mode text NOT NULL,
  typo_tolerance boolean NOT NULL,
  dm_message text NOT NULL,
  dm_message_variations text[] NOT NULL,
  buttons json NOT NULL,
  comment_reply text,
  comment_reply_variations text[] NOT NULL,
  dm_delay_seconds integer NOT NULL,
  comment_reply_delay_seconds integer NOT NULL,
  is_active boolean NOT NULL,
  -- Older comments do not trigger it.
  activated_at timestamptz NOT NULL,
  -- How many logs there are, and how many with that status.
  total_triggered integer NOT NULL DEFAULT 0,
  total_sent integer NOT NULL DEFAULT 0,
  total_failed integer NOT NULL DEFAULT 0,
  -- Invisible from then on; its logs are deleted in batches, and then the row.
  deleted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT comment_automations_pkey PRIMARY KEY (id),
  CONSTRAINT comment_automations_owner_key UNIQUE (owner_id, id),
  CONSTRAINT comment_automations_account_fkey FOREIGN KEY (owner_id, account_id) REFERENCES accounts (owner_id, id)
    ON DELETE CASCADE,
  CONSTRAINT comment_automations_trigger_check CHECK (trigger IN ('comment', 'story_reply')),
  CONSTRAINT comment_automations_mode_check CHECK (match_mode IN ('contains', 'word', 'exact'))
);
CREATE INDEX comment_automations_list_idx ON comment_automations (owner_id, created_at DESC, id DESC);
CREATE INDEX comment_automations_active_idx ON comment_automations (account_id) WHERE is_active AND deleted_at IS NULL;
CREATE INDEX comment_automations_deleted_idx ON comment_automations (deleted_at) WHERE deleted_at IS NOT NULL;

-- One row for each comment or story reply that triggered an automation.
CREATE TABLE automation_logs (
  owner_id text NOT NULL,
  automation_id text NOT NULL,
  id text NOT NULL,
  account_id text NOT NULL,
  source text NOT NULL,
  -- The ID of the comment, or of the message that replied to a story.
  comment_id text NOT NULL,
  -- Null for story replies.
  platform_post_id text,
  commenter_id text NOT NULL,
  commenter_name text,
  comment_text text NOT NULL,
  commented_at timestamptz NOT NULL,
  status text NOT NULL,
  skip_reason text,
  error text,
  -- The message may have arrived, although the log failed: the person is not written to again.
  is_unconfirmed boolean NOT NULL DEFAULT false,
  sent_message_id text,
  buttons_dropped boolean NOT NULL DEFAULT false,
  comment_reply_status text,
  comment_reply_error text,
  -- When the message or the public reply is due; null if nothing is.
  due_at timestamptz,
  attempt_count integer NOT NULL DEFAULT 0,
  -- Set before each request to the platform that sends something, so that one whose process died is not repeated.
  sending_since timestamptz,
  -- When the message was last sent to the platform; counts towards the hourly limit of private replies.
  message_sent_at timestamptz,
  claim_token text,
  lease_until timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT automation_logs_pkey PRIMARY KEY (id),
  CONSTRAINT automation_logs_automation_fkey FOREIGN KEY (owner_id, automation_id)
    REFERENCES comment_automations (owner_id, id) ON DELETE CASCADE,
  CONSTRAINT automation_logs_status_check CHECK (status IN ('pending', 'sent', 'failed', 'skipped')),
  CONSTRAINT automation_logs_reply_check CHECK (comment_reply_status IN ('pending', 'sent', 'failed', 'skipped'))
);
-- One message for each comment, and one that is pending, sent or may have been for each person, automation and source.
CREATE UNIQUE INDEX automation_logs_comment_key ON automation_logs (account_id, comment_id);
CREATE UNIQUE INDEX automation_logs_person_key ON automation_logs (automation_id, commenter_id, source)
  WHERE status IN ('pending', 'sent') OR is_unconfirmed;
CREATE INDEX automation_logs_list_idx ON automation_logs (automation_id, created_at DESC, id DESC);
CREATE INDEX automation_logs_due_idx ON automation_logs (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX automation_logs_hour_idx ON automation_logs (account_id, message_sent_at) WHERE source = 'comment';
