-- When to look for messages that no event brought; null on platforms without direct messages.
ALTER TABLE accounts ADD COLUMN inbox_poll_at timestamptz;
UPDATE accounts SET inbox_poll_at = herald_now() WHERE status = 'connected';
CREATE INDEX accounts_inbox_poll_idx ON accounts (inbox_poll_at) WHERE inbox_poll_at IS NOT NULL;
