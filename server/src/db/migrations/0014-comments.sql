-- The stored copy of the comments below posts of connected accounts. A comment that is new here is reported once.
CREATE TABLE comments (
  owner_id text NOT NULL,
  account_id text NOT NULL,
  -- The platform's ID.
  id text NOT NULL,
  platform_post_id text NOT NULL,
  parent_id text,
  -- As the API shows it, without its replies.
  comment json NOT NULL,
  created_at timestamptz NOT NULL,
  -- Kept after a deletion, so that a late event does not report the comment again.
  deleted_at timestamptz,
  CONSTRAINT comments_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT comments_account_fkey FOREIGN KEY (owner_id, account_id) REFERENCES accounts (owner_id, id)
    ON DELETE CASCADE
);
CREATE INDEX comments_owner_idx ON comments (owner_id, account_id);
CREATE INDEX comments_post_idx ON comments (account_id, platform_post_id);
CREATE INDEX comments_parent_idx ON comments (account_id, parent_id) WHERE parent_id IS NOT NULL;

-- Pages of comments as the platform returned them, so that repeated reads do not use up its rate limit.
CREATE TABLE comment_pages (
  owner_id text NOT NULL,
  account_id text NOT NULL,
  platform_post_id text NOT NULL,
  -- Empty for top-level comments, and for the first page.
  parent_id text NOT NULL,
  cursor text NOT NULL,
  size integer NOT NULL,
  page json NOT NULL,
  fetched_at timestamptz NOT NULL,
  CONSTRAINT comment_pages_pkey PRIMARY KEY (account_id, platform_post_id, parent_id, cursor, size),
  CONSTRAINT comment_pages_account_fkey FOREIGN KEY (owner_id, account_id) REFERENCES accounts (owner_id, id)
    ON DELETE CASCADE
);
CREATE INDEX comment_pages_owner_idx ON comment_pages (owner_id, account_id);
CREATE INDEX comment_pages_age_idx ON comment_pages (fetched_at);

-- Finds the post that an ID of the platform belongs to.
CREATE INDEX post_targets_platform_post_idx ON post_targets (account_id, platform_post_id)
  WHERE platform_post_id IS NOT NULL;
