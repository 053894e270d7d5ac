-- The queue of the delivery engine. It is small and its rows are deleted when their run ends, so that the log of deliveries
-- has no column that the engine searches by.
CREATE TABLE open_deliveries (
  delivery_id text NOT NULL,
  owner_id text NOT NULL,
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  run_attempt_count integer NOT NULL,
  -- Null: the delivery was ended while an attempt was in flight, which may still succeed.
  next_attempt_at timestamptz,
  claim_token text,
  lease_until timestamptz,
  CONSTRAINT open_deliveries_pkey PRIMARY KEY (delivery_id),
  CONSTRAINT open_deliveries_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX open_deliveries_due_idx ON open_deliveries (endpoint_id, next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX open_deliveries_event_idx ON open_deliveries (event_id);
CREATE INDEX open_deliveries_owner_idx ON open_deliveries (owner_id);

INSERT INTO open_deliveries
  (delivery_id, owner_id, endpoint_id, event_id, run_attempt_count, next_attempt_at, claim_token, lease_until)
SELECT id, owner_id, endpoint_id, event_id, run_attempt_count, next_attempt_at, claim_token, lease_until
  FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL;

-- Whether more than one run was started: such a delivery is kept for longer after it was created.
ALTER TABLE webhook_deliveries ADD COLUMN is_redelivered boolean NOT NULL DEFAULT false;
UPDATE webhook_deliveries SET is_redelivered = true WHERE attempt_count <> run_attempt_count;

-- Their indexes and checks are dropped with them.
ALTER TABLE webhook_deliveries
  DROP COLUMN run_attempt_count,
  DROP COLUMN next_attempt_at,
  DROP COLUMN claim_token,
  DROP COLUMN lease_until;
-- Never changes, so that an attempt touches no index.
CREATE INDEX webhook_deliveries_age_idx ON webhook_deliveries (created_at);
