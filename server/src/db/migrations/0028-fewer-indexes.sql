-- The primary key begins with the ID of the post, too.
DROP INDEX post_timeline_owner_idx;
-- Event IDs are unique by themselves, and no table refers to both columns.
ALTER TABLE events DROP CONSTRAINT events_owner_key;
-- New events have no position yet and need no entry.
ALTER TABLE events DROP CONSTRAINT events_feed_position_key;
CREATE UNIQUE INDEX events_feed_position_key ON events (owner_id, feed_position) WHERE feed_position IS NOT NULL;
