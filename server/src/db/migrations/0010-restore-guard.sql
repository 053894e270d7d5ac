-- One row. The epoch only grows; copies of it are kept outside the database. A database whose epoch is behind a copy was
-- restored from an older state, and is held until its operator releases it.
CREATE TABLE installation (
  is_only boolean NOT NULL DEFAULT true,
  id text NOT NULL,
  epoch integer NOT NULL,
  advanced_at timestamptz NOT NULL,
  held_since timestamptz,
  held_reason text,
  CONSTRAINT installation_pkey PRIMARY KEY (is_only),
  CONSTRAINT installation_only_check CHECK (is_only),
  CONSTRAINT installation_held_check CHECK ((held_since IS NULL) = (held_reason IS NULL))
);
