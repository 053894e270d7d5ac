-- The first part of every key of an owner: nobody can guess another's.
ALTER TABLE users ADD COLUMN media_prefix text;

-- Files that users brought; the bytes lie in the store under the key.
CREATE TABLE media (
  key text NOT NULL,
  owner_id text NOT NULL,
  profile_id text,
  kind text NOT NULL,
  filename text NOT NULL,
  content_type text NOT NULL,
  type text NOT NULL,
  -- As said before the upload; null when nothing was said.
  declared_bytes bigint,
  size_bytes bigint,
  checksum text,
  width integer,
  height integer,
  duration_ms bigint,
  status text NOT NULL,
  -- While somebody uploads: nobody else may.
  claim_token text,
  claim_until timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT media_pkey PRIMARY KEY (key),
  CONSTRAINT media_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT media_owner_key UNIQUE (owner_id, key),
  CONSTRAINT media_profile_fkey FOREIGN KEY (owner_id, profile_id) REFERENCES profiles (owner_id, id)
    ON DELETE SET NULL (profile_id),
  CONSTRAINT media_kind_check CHECK (kind IN ('presigned', 'direct')),
  CONSTRAINT media_type_check CHECK (type IN ('image', 'video', 'gif', 'document', 'audio')),
  CONSTRAINT media_status_check CHECK (status IN ('pending', 'uploaded')),
  CONSTRAINT media_size_check CHECK ((status = 'uploaded') <= (size_bytes IS NOT NULL))
);
CREATE INDEX media_profile_idx ON media (owner_id, profile_id);
CREATE INDEX media_age_idx ON media (expires_at);
