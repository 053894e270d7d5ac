-- The tags of all contacts of a profile by spelling, and how many contacts have each. Triggers keep them equal to contacts.
CREATE TABLE contact_tags (
  owner_id text NOT NULL,
  profile_id text NOT NULL,
  lower_tag text NOT NULL,
  tag text NOT NULL,
  contact_count integer NOT NULL,
  CONSTRAINT contact_tags_pkey PRIMARY KEY (owner_id, profile_id, lower_tag, tag),
  CONSTRAINT contact_tags_owner_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE CASCADE
) WITH (fillfactor = 70);

-- One function for each kind of change. `changed`: the rows that appeared (sign 1) and disappeared (sign -1).
DO $do$
DECLARE
  kind record;
BEGIN
  FOR kind IN SELECT * FROM (VALUES
    ('inserted', 'SELECT 1 AS sign, n.owner_id, n.profile_id, n.lower_tags, n.tags FROM new_rows n'),
    ('deleted', 'SELECT -1 AS sign, o.owner_id, o.profile_id, o.lower_tags, o.tags FROM old_rows o'),
    ('updated', 'SELECT 1, NEW.owner_id, NEW.profile_id, NEW.lower_tags, NEW.tags
                  UNION ALL SELECT -1, OLD.owner_id, OLD.profile_id, OLD.lower_tags, OLD.tags')) AS one (name, changed)
  LOOP
    EXECUTE format($create$
      CREATE FUNCTION herald_sum_%1$s_tags() RETURNS trigger
        LANGUAGE plpgsql SET enable_seqscan = off
        AS $function$
        BEGIN
          -- The tags of a user who is being deleted are deleted, too.
          INSERT INTO contact_tags AS c (owner_id, profile_id, lower_tag, tag, contact_count)
          SELECT m.owner_id, m.profile_id, one.lower_tag, one.tag, sum(m.sign)
            FROM (%2$s) AS m (sign, owner_id, profile_id, lower_tags, tags),
                 unnest(m.lower_tags, m.tags) AS one (lower_tag, tag)
           WHERE EXISTS (SELECT FROM users u WHERE u.id = m.owner_id)
           GROUP BY 1, 2, 3, 4 HAVING sum(m.sign) <> 0 ORDER BY 1, 2, 3, 4
          ON CONFLICT (owner_id, profile_id, lower_tag, tag)
            DO UPDATE SET contact_count = c.contact_count + excluded.contact_count;
          -- Looks up tags one by one, because a join could read all of them.
          DELETE FROM contact_tags WHERE ctid = ANY(ARRAY(
            SELECT (SELECT c.ctid FROM contact_tags c
                     WHERE c.owner_id = m.owner_id AND c.profile_id = m.profile_id AND c.lower_tag = one.lower_tag
                       AND c.tag = one.tag AND c.contact_count = 0)
              FROM (%2$s) AS m (sign, owner_id, profile_id, lower_tags, tags),
                   unnest(m.lower_tags, m.tags) AS one (lower_tag, tag)
             WHERE m.sign < 0));
          RETURN NULL;
        END $function$
      $create$, kind.name, kind.changed);
  END LOOP;
END $do$;

CREATE TRIGGER contacts_sum_inserted AFTER INSERT ON contacts
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION herald_sum_inserted_tags();
CREATE TRIGGER contacts_sum_deleted AFTER DELETE ON contacts
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION herald_sum_deleted_tags();
-- Every message updates its contact, but not the tags.
CREATE TRIGGER contacts_sum_updated AFTER UPDATE OF tags, lower_tags ON contacts FOR EACH ROW
  WHEN (OLD.tags <> NEW.tags OR OLD.lower_tags <> NEW.lower_tags) EXECUTE FUNCTION herald_sum_updated_tags();

-- The triggers hold locks that keep others from writing until the commit.
INSERT INTO contact_tags (owner_id, profile_id, lower_tag, tag, contact_count)
SELECT c.owner_id, c.profile_id, one.lower_tag, one.tag, count(*)
  FROM contacts c, unnest(c.lower_tags, c.tags) AS one (lower_tag, tag) GROUP BY 1, 2, 3, 4;
