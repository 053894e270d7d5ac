-- What posts do with files: copies of what lay elsewhere, and renditions that fit a network.
ALTER TABLE media DROP CONSTRAINT media_kind_check;
ALTER TABLE media ADD CONSTRAINT media_kind_check CHECK (kind IN ('presigned', 'direct', 'fetched', 'rendition'));

ALTER TABLE media ADD COLUMN video_codec text;

-- How many posts have the file. While there are any it has no end.
ALTER TABLE media ADD COLUMN use_count integer NOT NULL DEFAULT 0;
ALTER TABLE media ALTER COLUMN expires_at DROP NOT NULL;
ALTER TABLE media DROP CONSTRAINT media_status_check;
ALTER TABLE media ADD CONSTRAINT media_status_check CHECK (status IN ('pending', 'uploaded', 'attached'));
ALTER TABLE media DROP CONSTRAINT media_size_check;
ALTER TABLE media ADD CONSTRAINT media_size_check CHECK (status = 'pending' OR size_bytes IS NOT NULL);
ALTER TABLE media ADD CONSTRAINT media_use_check
  CHECK (use_count >= 0 AND (status = 'attached') = (use_count > 0) AND (status = 'attached') = (expires_at IS NULL));

-- A file made of another's content by a network's rule, once for all posts.
CREATE TABLE renditions (
  owner_id text NOT NULL,
  checksum text NOT NULL,
  -- Names the rule and the way it was applied.
  rule text NOT NULL,
  media_key text NOT NULL,
  changes text[] NOT NULL,
  CONSTRAINT renditions_pkey PRIMARY KEY (owner_id, checksum, rule),
  CONSTRAINT renditions_media_fkey FOREIGN KEY (owner_id, media_key) REFERENCES media (owner_id, key) ON DELETE CASCADE
);
CREATE INDEX renditions_media_idx ON renditions (owner_id, media_key);
