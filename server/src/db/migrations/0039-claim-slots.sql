-- Finds a slot by its time. A claim read all posts of its queue instead while the statistics of the table were old.
CREATE INDEX posts_queue_time_idx ON posts (queue_id, scheduled_for) WHERE queue_id IS NOT NULL;
DROP INDEX posts_queue_idx;

-- Takes the first free slot that no other transaction is claiming, until the end of the transaction. `taken_count`: the taken
-- slots before the first one that is free; one that is being claimed is free, because its claim may fail. Looks at a slot
-- again once it is locked: another claim may have committed it and released its lock meanwhile. The owner is compared so that
-- no index supports it, because an empty table makes all indexes cost the same.
CREATE FUNCTION herald_claim_slot(claiming_owner text, claimed_queue text, slots timestamptz[],
                                  OUT slot_at timestamptz, OUT taken_count integer)
  LANGUAGE plpgsql SET enable_seqscan = off
  AS $$
  DECLARE
    has_free boolean := false;
    is_locked boolean;
  BEGIN
    taken_count := 0;
    FOREACH slot_at IN ARRAY slots LOOP
      is_locked := false;
      WHILE NOT EXISTS (SELECT FROM posts p
                         WHERE p.queue_id = claimed_queue AND p.scheduled_for = slot_at
                           AND p.status IN ('scheduled', 'queued', 'publishing')
                           AND (p.owner_id = claiming_owner) IS TRUE) LOOP
        IF is_locked THEN
          RETURN;
        END IF;
        has_free := true;
        is_locked := pg_try_advisory_xact_lock(
          hashtextextended(concat_ws(' ', claiming_owner, claimed_queue, extract(epoch FROM slot_at)), 0));
        EXIT WHEN NOT is_locked;
      END LOOP;
      IF NOT has_free THEN
        taken_count := taken_count + 1;
      END IF;
    END LOOP;
    slot_at := NULL;
  END $$;
