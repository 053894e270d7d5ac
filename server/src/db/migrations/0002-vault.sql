-- A known text, sealed with the current key at the first start. A start whose keys cannot open it has the wrong keys,
-- and must not go on to seal new secrets with them.
CREATE TABLE vault_sentinel (
  is_only boolean NOT NULL DEFAULT true,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT vault_sentinel_pkey PRIMARY KEY (is_only),
  CONSTRAINT vault_sentinel_only_check CHECK (is_only)
);
