import type pg from 'pg';
import { makeOwner, removeOwners, type Owner } from '../owner.ts';

export const contactsPerOwner = 5000;

export type ContactOwner = Owner & { profileId: string };

export async function makeContactOwner(db: pg.Client): Promise<ContactOwner> {
  const owner = await makeOwner(db);
  const profileId = owner.id.replace('usr_', 'prf_');
  await db.query(
    `INSERT INTO profiles (id, owner_id, name, description, color, slug, is_default, created_at)
     VALUES ($1, $2, 'Bench', '', '#336699', 'bench', true, now())`,
    [profileId, owner.id],
  );
  return { ...owner, profileId };
}

export async function fillContacts(
  db: pg.Client,
  { id: ownerId, profileId }: Pick<ContactOwner, 'id' | 'profileId'>,
  count = contactsPerOwner,
): Promise<void> {
  const suffix = ownerId.replace('usr_', '');
  await db.query(
    `INSERT INTO contacts (owner_id, profile_id, id, name, email, company, tags, is_subscribed, is_blocked, source,
                           folded_texts, lower_tags, created_at, updated_at)
     SELECT $1, $2, 'ctc_' || $3 || lpad(n::text, 6, '0'), name, email, company, tags, n % 10 > 0, false, 'api',
            ARRAY[upper(name), upper(email), upper(company)], ARRAY(SELECT lower(tag) FROM unnest(tags) AS tag),
            now() - n * interval '1 minute', now()
       FROM generate_series(1, $4::int) AS n,
            LATERAL (SELECT 'Person ' || n AS name, 'person.' || n || '@example.com' AS email,
                            'Company ' || n % 100 AS company, ARRAY['Tag ' || n % 50, 'Group ' || n % 7] AS tags)`,
    [ownerId, profileId, suffix, count],
  );
  await db.query(
    `INSERT INTO contact_channels (owner_id, id, contact_id, account_id, platform, platform_identifier,
                                   display_identifier, created_at)
     SELECT $1, 'chn_' || $2 || lpad(n::text, 6, '0'), 'ctc_' || $2 || lpad(n::text, 6, '0'), 'acc_' || $2,
            'instagram', n::text, 'person.' || n, now()
       FROM generate_series(1, $3::int) AS n`,
    [ownerId, suffix, count],
  );
}

export async function tidyContacts(db: pg.Client): Promise<void> {
  for (const table of ['contacts', 'contact_channels']) await db.query(`VACUUM ANALYZE ${table}`);
  await db.query('CHECKPOINT');
}

export async function emptyContacts(db: pg.Client): Promise<void> {
  // Deleting a million rows takes long.
  await db.query('TRUNCATE contacts, contact_channels');
  await removeOwners(db);
}
