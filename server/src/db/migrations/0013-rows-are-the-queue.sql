-- Work is found in the rows themselves: jobs, and the pool that a worker took them with, no longer exist.
DROP SCHEMA IF EXISTS graphile_worker CASCADE;
ALTER TABLE workers DROP COLUMN pool_id;

ALTER TABLE media RENAME COLUMN claim_until TO lease_until;
ALTER TABLE post_targets RENAME COLUMN fingerprint TO content_hash;
ALTER TABLE post_targets RENAME COLUMN handle TO publish_state;
ALTER TABLE post_targets RENAME COLUMN handle_at TO publish_state_at;
-- Follow-ups in progress hold a publish state each. Quotes inside of texts are escaped, so only keys match.
UPDATE post_targets SET follow_ups = replace(follow_ups::text, '"handle":', '"publishState":')::json
WHERE follow_ups::text LIKE '%"handle":%';
