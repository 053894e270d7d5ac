-- Deliveries are kept for 30 days after their last attempt, so those attempted long after they were created outlive their
-- partition like those that were repeated. Databases with the other version of 0031 and 0035 have the new names already.
DO $$
  BEGIN
    IF EXISTS (SELECT FROM pg_attribute
                WHERE attrelid = 'webhook_deliveries'::regclass AND attname = 'is_redelivered' AND NOT attisdropped) THEN
      ALTER TABLE webhook_deliveries RENAME COLUMN is_redelivered TO is_kept_longer;
      ALTER INDEX webhook_deliveries_redelivered_idx RENAME TO webhook_deliveries_kept_longer_idx;
    END IF;
  END $$;
UPDATE webhook_deliveries SET is_kept_longer = true
 WHERE NOT is_kept_longer AND last_attempt_at > created_at + interval '2 days';
