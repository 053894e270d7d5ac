-- The beginning of what the endpoint responded, at most 1 KiB; null without a response and for older attempts.
ALTER TABLE webhook_attempts ADD COLUMN response_excerpt text;
