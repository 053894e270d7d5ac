-- Deliveries are kept for 30 days after their last attempt, so those attempted long after they were created outlive their
-- partition like those that were repeated.
ALTER TABLE webhook_deliveries RENAME COLUMN is_redelivered TO is_kept_longer;
ALTER INDEX webhook_deliveries_redelivered_idx RENAME TO webhook_deliveries_kept_longer_idx;
UPDATE webhook_deliveries SET is_kept_longer = true
 WHERE NOT is_kept_longer AND last_attempt_at > created_at + interval '2 days';
