-- The quota adds the announced sizes of uploads that may still arrive; triggers count what is stored.
CREATE INDEX media_pending_idx ON media (owner_id) WHERE status = 'pending';
