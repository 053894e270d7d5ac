-- How many people followed the account at the end of a day (UTC), as far as Herald has seen it.
CREATE TABLE follower_days (
  owner_id text NOT NULL,
  account_id text NOT NULL,
  date date NOT NULL,
  followers bigint NOT NULL,
  CONSTRAINT follower_days_pkey PRIMARY KEY (account_id, date),
  CONSTRAINT follower_days_account_fkey FOREIGN KEY (owner_id, account_id) REFERENCES accounts (owner_id, id)
    ON DELETE CASCADE
);
-- For retention.
CREATE INDEX follower_days_date_idx ON follower_days (date);

-- When to read the number of followers; null on platforms that do not reveal it.
ALTER TABLE accounts ADD COLUMN followers_due_at timestamptz;
UPDATE accounts SET followers_due_at = herald_now() WHERE status = 'connected';
CREATE INDEX accounts_followers_idx ON accounts (followers_due_at) WHERE followers_due_at IS NOT NULL;
