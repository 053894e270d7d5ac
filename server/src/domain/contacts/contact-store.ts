import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { ContactChannelRow, ContactRow } from '../../db/contact-rows.ts';
import { ownerCount } from '../../db/owner-counts.ts';
import { encodeJson } from '../../db/sql.ts';
import { seesProfile } from '../../db/visibility.ts';
import type { Scope } from '../context.ts';

export async function selectContact(db: Db | Tx, scope: Scope, id: string): Promise<ContactRow | undefined> {
  const { rows } = await sql<ContactRow>`
    SELECT c.* FROM contacts c
     WHERE c.owner_id = ${scope.ownerId} AND c.id = ${id} AND ${seesProfile(scope.profiles, 'c.profile_id')}`.execute(
    db,
  );
  return rows[0];
}

export async function lockContact(db: Tx, scope: Scope, id: string): Promise<void> {
  await sql`SELECT 1 FROM contacts WHERE owner_id = ${scope.ownerId} AND id = ${id} FOR UPDATE`.execute(db);
}

export async function countContacts(db: Tx, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT ${ownerCount(sql`${scope.ownerId}`, 'contacts')} AS count`.execute(db);
  return rows[0]?.count ?? 0;
}

type ContactKeys = { profileId: string; emails: readonly string[]; ids: readonly string[] };

export async function selectContactsBy(
  db: Tx,
  scope: Scope,
  { profileId, emails, ids }: ContactKeys,
): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    SELECT * FROM contacts WHERE owner_id = ${scope.ownerId} AND id = ANY(${[...ids]}::text[])
     UNION ALL
    SELECT * FROM contacts
     WHERE owner_id = ${scope.ownerId} AND profile_id = ${profileId} AND email = ANY(${[...emails]}::text[])
       AND id <> ALL(${[...ids]}::text[])`.execute(db);
  return rows;
}

export async function insertContacts(db: Tx, rows: readonly ContactRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => encodeJson(row, ['customFields']));
  await db.insertInto('contacts').values(values).execute();
}

export async function updateContactRow(
  db: Tx,
  scope: Scope,
  { id, changes }: { id: string; changes: Partial<ContactRow> },
): Promise<void> {
  await db
    .updateTable('contacts')
    .set(encodeJson(changes, ['customFields']))
    .where('ownerId', '=', scope.ownerId)
    .where('id', '=', id)
    .execute();
}

type Counters = {
  id: string;
  sentCount: number;
  receivedCount: number;
  lastSentAt: Date | null;
  lastReceivedAt: Date | null;
};

export async function updateCounters(db: Tx, scope: Scope, counters: Counters): Promise<void> {
  const { id, sentCount, receivedCount, lastSentAt, lastReceivedAt } = counters;
  await sql`
    UPDATE contacts
       SET messages_sent_count = messages_sent_count + ${sentCount},
           messages_received_count = messages_received_count + ${receivedCount},
           last_message_sent_at = greatest(last_message_sent_at, ${lastSentAt}::timestamptz),
           last_message_received_at = greatest(last_message_received_at, ${lastReceivedAt}::timestamptz)
     WHERE owner_id = ${scope.ownerId} AND id = ${id}`.execute(db);
}

export async function deleteContactRow(db: Tx, scope: Scope, id: string): Promise<void> {
  await db.deleteFrom('contacts').where('ownerId', '=', scope.ownerId).where('id', '=', id).execute();
}

type ContactPage = {
  profileId: string | undefined;
  accountId: string | undefined;
  platform: string | undefined;
  isSubscribed: boolean | undefined;
  foldedSearch: string | undefined;
  lowerTags: readonly string[];
  limit: number;
  skip: number;
};

export type ListedContactRow = ContactRow &
  Pick<ContactChannelRow, 'platformIdentifier' | 'displayIdentifier'> & {
    platform: string | null;
    channelCount: number;
    total: number;
  };

export async function selectContacts(db: Db, scope: Scope, page: ContactPage): Promise<ListedContactRow[]> {
  const { profileId } = page;
  const filters = filtersOf(page);
  const conditions = [
    sql`c.owner_id = ${scope.ownerId}`,
    seesProfile(scope.profiles, 'c.profile_id'),
    ...(profileId === undefined ? [] : [sql`c.profile_id = ${profileId}`]),
    ...filters,
  ];
  const total = filters.length > 0 ? sql`(count(*) OVER ())` : contactCount(scope, profileId);
  // Counts and sorts only IDs: carrying all columns of all matches takes three times as long.
  const { rows } = await sql<ListedContactRow>`
    SELECT page.*, matches.total, oldest.platform, oldest.platform_identifier, oldest.display_identifier,
           coalesce(oldest.channel_count, 0) AS channel_count
      FROM (SELECT c.id, ${total}::int AS total FROM contacts c WHERE ${sql.join(conditions, sql` AND `)}
             ORDER BY c.created_at DESC, c.id DESC LIMIT ${page.limit} OFFSET ${page.skip}) AS matches
      JOIN contacts AS page ON page.owner_id = ${scope.ownerId} AND page.id = matches.id
      LEFT JOIN LATERAL (
        SELECT h.platform, h.platform_identifier, h.display_identifier, (count(*) OVER ())::int AS channel_count
          FROM contact_channels h WHERE h.owner_id = page.owner_id AND h.contact_id = page.id
         ORDER BY h.created_at, h.id LIMIT 1) AS oldest ON true
     ORDER BY page.created_at DESC, page.id DESC`.execute(db);
  return rows;
}

function contactCount({ ownerId, profiles }: Scope, profileId: string | undefined): RawBuilder<number> {
  const isOfProfile = profileId === undefined ? sql`true` : sql`n.part = ${profileId}`;
  return ownerCount(sql`${ownerId}`, 'contacts', sql`${seesProfile(profiles, 'n.part')} AND ${isOfProfile}`);
}

function filtersOf(page: ContactPage): RawBuilder<unknown>[] {
  const { accountId, platform, isSubscribed, foldedSearch, lowerTags } = page;
  return [
    ...(isSubscribed === undefined ? [] : [sql`c.is_subscribed = ${isSubscribed}`]),
    ...(lowerTags.length === 0 ? [] : [sql`c.lower_tags && ${[...lowerTags]}::text[]`]),
    ...(foldedSearch === undefined ? [] : [isMatch(foldedSearch)]),
    ...(accountId === undefined && platform === undefined ? [] : [hasChannel(accountId, platform)]),
  ];
}

/** There are always three texts, and a subquery over the array would take three times as long. */
function isMatch(foldedSearch: string): RawBuilder<unknown> {
  const matches = [1, 2, 3].map((index) => sql`strpos(c.folded_texts[${sql.lit(index)}], ${foldedSearch}) > 0`);
  return sql`(${sql.join(matches, sql` OR `)})`;
}

function hasChannel(accountId: string | undefined, platform: string | undefined) {
  return sql`EXISTS (
    SELECT 1 FROM contact_channels h
     WHERE h.owner_id = c.owner_id AND h.contact_id = c.id
       AND h.account_id = coalesce(${accountId ?? null}, h.account_id)
       AND h.platform = coalesce(${platform ?? null}, h.platform))`;
}

export type ExportedContactRow = ContactRow & {
  /** Exact, unlike a `Date`, which has only milliseconds. */
  at: string;
} & { [Key in 'accountId' | 'platformIdentifier' | 'displayIdentifier']: ContactChannelRow[Key] | null };

type ContactBatch = {
  profileId: string | undefined;
  accountId: string | undefined;
  after: Pick<ExportedContactRow, 'at' | 'id'> | undefined;
  limit: number;
};

/** With an account, returns only contacts with a channel on it, and that channel; otherwise the oldest channel. */
export async function selectContactBatch(db: Db, scope: Scope, batch: ContactBatch): Promise<ExportedContactRow[]> {
  const { profileId, accountId, after, limit } = batch;
  const conditions = [
    sql`c.owner_id = ${scope.ownerId}`,
    seesProfile(scope.profiles, 'c.profile_id'),
    ...(profileId === undefined ? [] : [sql`c.profile_id = ${profileId}`]),
    ...(accountId === undefined ? [] : [sql`channel.account_id IS NOT NULL`]),
    ...(after === undefined ? [] : [sql`(c.created_at, c.id) > (${after.at}::timestamptz, ${after.id})`]),
  ];
  const { rows } = await sql<ExportedContactRow>`
    SELECT c.*, c.created_at::text AS at, channel.account_id, channel.platform_identifier, channel.display_identifier
      FROM contacts c
      LEFT JOIN LATERAL (
        SELECT h.account_id, h.platform_identifier, h.display_identifier FROM contact_channels h
         WHERE h.owner_id = c.owner_id AND h.contact_id = c.id
           AND h.account_id = coalesce(${accountId ?? null}, h.account_id)
         ORDER BY h.created_at, h.id LIMIT 1) AS channel ON true
     WHERE ${sql.join(conditions, sql` AND `)}
     ORDER BY c.created_at, c.id LIMIT ${limit}`.execute(db);
  return rows;
}

export async function selectTags(db: Db, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    SELECT min(tag) AS tag FROM contact_tags
     WHERE owner_id = ${scope.ownerId} AND ${seesProfile(scope.profiles, 'profile_id')}
     GROUP BY lower_tag ORDER BY lower_tag`.execute(db);
  return rows.map(({ tag }) => tag);
}
