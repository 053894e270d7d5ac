-- The API key that brought the file, which a key limited to profiles needs to see it; null for files from before.
ALTER TABLE media ADD COLUMN key_id text;
CREATE INDEX media_list_idx ON media (owner_id, created_at DESC, key DESC);

-- Find the posts that use a file, by itself or in a thread. Most posts have neither and are not indexed. Without
-- fastupdate, because every read would scan the list of pending entries.
CREATE INDEX posts_media_idx ON posts USING gin ((media::jsonb) jsonb_path_ops) WITH (fastupdate = off)
  WHERE media::text <> '[]';
CREATE INDEX post_targets_thread_idx ON post_targets USING gin (((settings -> 'threadItems')::jsonb) jsonb_path_ops)
  WITH (fastupdate = off) WHERE settings -> 'threadItems' IS NOT NULL;
