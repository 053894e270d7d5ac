-- Sums that would otherwise be counted row by row: the targets of a month that count towards the plan (part: such as
-- 2026-03), the contacts of a profile (part: its ID) and the bytes of stored files (part: empty). Triggers write them in the
-- transaction of the rows they count. A count is the sum of its slots: each connection adds to one of 16, so that requests of
-- one owner rarely wait for each other. A single slot may be negative. Targets change under the lock of their post: nobody moves
-- it to another month meanwhile.
CREATE TABLE owner_counts (
  owner_id text NOT NULL,
  kind text NOT NULL,
  part text NOT NULL,
  slot smallint NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT owner_counts_pkey PRIMARY KEY (owner_id, kind, part, slot),
  CONSTRAINT owner_counts_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT owner_counts_kind_check CHECK (kind IN ('posts', 'contacts', 'media_bytes'))
) WITH (fillfactor = 50);

-- The rows of a user who is being deleted are no longer counted.
CREATE FUNCTION herald_add_count(counted_owner text, counted_kind text, counted_part text, added bigint) RETURNS void
  LANGUAGE plpgsql SET enable_seqscan = off
  AS $$
  BEGIN
    INSERT INTO owner_counts AS c (owner_id, kind, part, slot, amount)
    SELECT counted_owner, counted_kind, counted_part, pg_backend_pid() % 16, added
     WHERE added <> 0 AND EXISTS (SELECT FROM users u WHERE u.id = counted_owner)
    ON CONFLICT (owner_id, kind, part, slot) DO UPDATE SET amount = c.amount + excluded.amount;
  END $$;

-- The same statuses as `countedStatuses` of domain/plans/counted.ts.
CREATE FUNCTION herald_is_counted(status text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT status IN ('scheduled', 'pending', 'publishing', 'published') $$;

CREATE FUNCTION herald_post_month(scheduled_for timestamptz, accepted_at timestamptz, created_at timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT to_char(coalesce(scheduled_for, accepted_at, created_at) AT TIME ZONE 'UTC', 'YYYY-MM') $$;

-- Looks up posts one by one: a join could read all posts, if its plan was chosen while there were few. Does not call
-- `herald_add_count`, because it is part of every create and a call takes half of its time.
CREATE FUNCTION herald_count_new_targets() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off
  AS $$
  BEGIN
    INSERT INTO owner_counts AS c (owner_id, kind, part, slot, amount)
    SELECT t.owner_id, 'posts', (SELECT herald_post_month(p.scheduled_for, p.accepted_at, p.created_at) FROM posts p
                                  WHERE p.id = t.post_id), pg_backend_pid() % 16, count(*)
      FROM new_rows t WHERE herald_is_counted(t.status)
     GROUP BY 1, 3 ORDER BY 1, 3
    ON CONFLICT (owner_id, kind, part, slot) DO UPDATE SET amount = c.amount + excluded.amount;
    RETURN NULL;
  END $$;
CREATE TRIGGER post_targets_count_inserted AFTER INSERT ON post_targets
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION herald_count_new_targets();

-- The targets of a post that is being deleted find no post; `herald_uncount_post` has subtracted them.
CREATE FUNCTION herald_count_old_targets() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off
  AS $$
  BEGIN
    PERFORM herald_add_count(removed.owner_id, 'posts', removed.month, -removed.count)
       FROM (SELECT t.owner_id, (SELECT herald_post_month(p.scheduled_for, p.accepted_at, p.created_at) FROM posts p
                                  WHERE p.id = t.post_id) AS month, count(*) AS count
               FROM old_rows t WHERE herald_is_counted(t.status)
              GROUP BY 1, 2 ORDER BY 1, 2) AS removed
      WHERE removed.month IS NOT NULL;
    RETURN NULL;
  END $$;
CREATE TRIGGER post_targets_count_deleted AFTER DELETE ON post_targets
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION herald_count_old_targets();

CREATE FUNCTION herald_count_changed_target() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off
  AS $$
  BEGIN
    PERFORM herald_add_count(p.owner_id, 'posts', herald_post_month(p.scheduled_for, p.accepted_at, p.created_at),
                             CASE WHEN herald_is_counted(NEW.status) THEN 1 ELSE -1 END)
       FROM posts p WHERE p.id = NEW.post_id;
    RETURN NULL;
  END $$;
CREATE TRIGGER post_targets_count_updated AFTER UPDATE OF status ON post_targets FOR EACH ROW
  WHEN (herald_is_counted(OLD.status) <> herald_is_counted(NEW.status))
  EXECUTE FUNCTION herald_count_changed_target();

CREATE FUNCTION herald_count_moved_post() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off
  AS $$
  DECLARE
    targets bigint := (SELECT count(*) FROM post_targets t WHERE t.post_id = NEW.id AND herald_is_counted(t.status));
  BEGIN
    PERFORM herald_add_count(NEW.owner_id, 'posts', moved.month, moved.added)
       FROM (VALUES (herald_post_month(OLD.scheduled_for, OLD.accepted_at, OLD.created_at), -targets),
                    (herald_post_month(NEW.scheduled_for, NEW.accepted_at, NEW.created_at), targets)
              ORDER BY 1) AS moved (month, added);
    RETURN NULL;
  END $$;
CREATE TRIGGER posts_count_moved AFTER UPDATE OF scheduled_for, accepted_at, created_at ON posts FOR EACH ROW
  WHEN (herald_post_month(OLD.scheduled_for, OLD.accepted_at, OLD.created_at)
        <> herald_post_month(NEW.scheduled_for, NEW.accepted_at, NEW.created_at))
  EXECUTE FUNCTION herald_count_moved_post();

-- Before, because the month of the targets is unknown once the post is deleted.
CREATE FUNCTION herald_uncount_post() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off
  AS $$
  BEGIN
    PERFORM herald_add_count(OLD.owner_id, 'posts', herald_post_month(OLD.scheduled_for, OLD.accepted_at, OLD.created_at),
                             -(SELECT count(*) FROM post_targets t
                                WHERE t.post_id = OLD.id AND herald_is_counted(t.status)));
    RETURN OLD;
  END $$;
CREATE TRIGGER posts_count_deleted BEFORE DELETE ON posts FOR EACH ROW EXECUTE FUNCTION herald_uncount_post();

CREATE FUNCTION herald_count_new_contacts() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM herald_add_count(added.owner_id, 'contacts', added.profile_id, added.count)
       FROM (SELECT owner_id, profile_id, count(*) AS count FROM new_rows GROUP BY 1, 2 ORDER BY 1, 2) AS added;
    RETURN NULL;
  END $$;
CREATE TRIGGER contacts_count_inserted AFTER INSERT ON contacts
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION herald_count_new_contacts();

CREATE FUNCTION herald_count_old_contacts() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM herald_add_count(removed.owner_id, 'contacts', removed.profile_id, -removed.count)
       FROM (SELECT owner_id, profile_id, count(*) AS count FROM old_rows GROUP BY 1, 2 ORDER BY 1, 2) AS removed;
    RETURN NULL;
  END $$;
CREATE TRIGGER contacts_count_deleted AFTER DELETE ON contacts
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION herald_count_old_contacts();

CREATE FUNCTION herald_count_new_media() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM herald_add_count(added.owner_id, 'media_bytes', '', added.bytes)
       FROM (SELECT owner_id, sum(size_bytes)::bigint AS bytes FROM new_rows GROUP BY 1 ORDER BY 1) AS added;
    RETURN NULL;
  END $$;
CREATE TRIGGER media_count_inserted AFTER INSERT ON media
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION herald_count_new_media();

CREATE FUNCTION herald_count_old_media() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM herald_add_count(removed.owner_id, 'media_bytes', '', -removed.bytes)
       FROM (SELECT owner_id, sum(size_bytes)::bigint AS bytes FROM old_rows GROUP BY 1 ORDER BY 1) AS removed;
    RETURN NULL;
  END $$;
CREATE TRIGGER media_count_deleted AFTER DELETE ON media
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION herald_count_old_media();

CREATE FUNCTION herald_count_changed_media() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM herald_add_count(NEW.owner_id, 'media_bytes', '', coalesce(NEW.size_bytes, 0) - coalesce(OLD.size_bytes, 0));
    RETURN NULL;
  END $$;
CREATE TRIGGER media_count_updated AFTER UPDATE OF size_bytes ON media FOR EACH ROW
  WHEN (OLD.size_bytes IS DISTINCT FROM NEW.size_bytes) EXECUTE FUNCTION herald_count_changed_media();

-- The triggers hold locks that keep others from writing until the commit, so nothing is missed or counted twice.
INSERT INTO owner_counts (owner_id, kind, part, slot, amount)
SELECT t.owner_id, 'posts', herald_post_month(p.scheduled_for, p.accepted_at, p.created_at), 0, count(*)
  FROM post_targets t JOIN posts p ON p.id = t.post_id WHERE herald_is_counted(t.status) GROUP BY 1, 3
UNION ALL
SELECT owner_id, 'contacts', profile_id, 0, count(*) FROM contacts GROUP BY 1, 3
UNION ALL
SELECT owner_id, 'media_bytes', '', 0, sum(size_bytes) FROM media WHERE size_bytes > 0 GROUP BY 1;

-- Only the count of a month used it.
DROP INDEX posts_unscheduled_idx;
