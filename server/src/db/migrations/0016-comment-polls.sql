-- When to look for new comments on recent posts of the account; null on platforms without comments.
ALTER TABLE accounts ADD COLUMN comments_poll_at timestamptz;
UPDATE accounts SET comments_poll_at = herald_now() WHERE status = 'connected';
CREATE INDEX accounts_comments_poll_idx ON accounts (comments_poll_at) WHERE comments_poll_at IS NOT NULL;
