-- Tables whose rows are deleted when they are old become partitioned by time, so that a partition can be dropped instead. The
-- existing table becomes the partition of everything before the next week or quarter; `server/src/domain/retention` creates
-- and drops the others. Rows that fit nowhere are stored in the default partition, so that no insert ever fails.

-- These deliveries may be kept longer than their partition.
CREATE INDEX webhook_deliveries_redelivered_idx ON webhook_deliveries (id) WHERE is_redelivered;
-- Only deleting old rows needed them.
DROP INDEX events_age_idx, webhook_deliveries_age_idx, metric_days_date_idx, account_metric_days_date_idx,
  follower_days_date_idx;

-- No key can refer to a table whose partitions are dropped. The owner's key replaces it.
ALTER TABLE webhook_attempts DROP CONSTRAINT webhook_attempts_delivery_fkey;
ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id)
  ON DELETE CASCADE;
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_owner_key;
-- Positions are unique because they are assigned under a lock; an index can show that only within a partition.
DROP INDEX events_feed_position_key;
CREATE INDEX events_feed_idx ON events (owner_id, feed_position) WHERE feed_position IS NOT NULL;

DO $$
DECLARE
  week timestamptz := date_trunc('week', herald_now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '7 days';
  quarter date := (date_trunc('quarter', herald_now() AT TIME ZONE 'UTC') + interval '3 months')::date;
  milliseconds bigint := extract(epoch FROM week) * 1000;
  -- The time in an ID: nine digits of base 36.
  id_time text := '';
  part record;
  one record;
BEGIN
  FOR digit IN 1..9 LOOP
    id_time := substr('0123456789abcdefghijklmnopqrstuvwxyz', (milliseconds % 36)::int + 1, 1) || id_time;
    milliseconds := milliseconds / 36;
  END LOOP;
  FOR part IN
    SELECT * FROM (VALUES
      ('events', 'id', 'evt_' || id_time),
      ('webhook_deliveries', 'id', 'whd_' || id_time),
      ('webhook_attempts', 'delivery_id', 'whd_' || id_time),
      ('metric_days', 'date', quarter::text),
      ('account_metric_days', 'date', quarter::text),
      ('follower_days', 'date', quarter::text)) AS t (name, key, upper)
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO %I', part.name, part.name || '_before');
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (%I)',
                   part.name, part.name || '_before', part.key);
    -- The partitioned table gets the names; those of its partition end in "_before".
    FOR one IN
      SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE conrelid = (part.name || '_before')::regclass AND contype IN ('p', 'f')
    LOOP
      EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', part.name || '_before', one.name, one.name || '_before');
      EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', part.name, one.name, one.definition);
    END LOOP;
    FOR one IN
      SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition
        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE i.indrelid = (part.name || '_before')::regclass AND NOT i.indisprimary
    LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', one.name, one.name || '_before');
      EXECUTE replace(one.definition, format('%I_before', part.name), part.name);
    END LOOP;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)',
                   part.name, part.name || '_before', part.upper);
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', part.name || '_rest', part.name);
  END LOOP;
END $$;
