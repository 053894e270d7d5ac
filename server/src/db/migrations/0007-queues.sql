-- Named weekly schedules of a profile.
CREATE TABLE queues (
  id text NOT NULL,
  owner_id text NOT NULL,
  profile_id text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  timezone text NOT NULL,
  -- [{ "dayOfWeek": 0..6, "time": "HH:mm" }], local to the zone; expanded by code, never here.
  slots jsonb NOT NULL,
  is_active boolean NOT NULL,
  is_default boolean NOT NULL,
  -- Every slot from 60 seconds ahead up to and including this instant is taken: claims begin behind it.
  full_until timestamptz,
  -- Grows with every slot given back: who read before that may not move full_until.
  freed_count bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT queues_pkey PRIMARY KEY (id),
  CONSTRAINT queues_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT queues_owner_key UNIQUE (owner_id, id),
  CONSTRAINT queues_profile_fkey FOREIGN KEY (owner_id, profile_id) REFERENCES profiles (owner_id, id)
    ON DELETE CASCADE,
  CONSTRAINT queues_name_check CHECK (char_length(name) BETWEEN 1 AND 100),
  CONSTRAINT queues_description_check CHECK (char_length(description) <= 500),
  CONSTRAINT queues_slots_check CHECK (jsonb_typeof(slots) = 'array' AND jsonb_array_length(slots) <= 56)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX queues_default_key ON queues (owner_id, profile_id) WHERE is_default;
CREATE INDEX queues_list_idx ON queues (owner_id, profile_id, created_at, id);
