-- The posts of a month are counted by their time; those without `scheduled_for` have no other index by time.
CREATE INDEX posts_unscheduled_idx ON posts (owner_id, (coalesce(accepted_at, created_at))) WHERE scheduled_for IS NULL;
