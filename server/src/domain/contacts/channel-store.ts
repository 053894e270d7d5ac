import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { ContactChannelRow } from '../../db/contact-rows.ts';
import { encodeJson } from '../../db/sql.ts';
import type { Scope } from '../context.ts';

export async function selectChannels(db: Db, scope: Scope, contactId: string): Promise<ContactChannelRow[]> {
  const { rows } = await sql<ContactChannelRow>`
    SELECT * FROM contact_channels
     WHERE owner_id = ${scope.ownerId} AND contact_id = ${contactId} ORDER BY created_at, id`.execute(db);
  return rows;
}

type ChannelKey = Pick<ContactChannelRow, 'accountId' | 'platformIdentifier'>;

export async function selectChannelBy(
  db: Tx,
  scope: Scope,
  { accountId, platformIdentifier }: ChannelKey,
): Promise<ContactChannelRow | undefined> {
  const { rows } = await sql<ContactChannelRow>`
    SELECT * FROM contact_channels
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId}
       AND platform_identifier = ${platformIdentifier}`.execute(db);
  return rows[0];
}

export async function selectConsent(
  db: Db,
  scope: Scope,
  { accountId, platformIdentifier }: ChannelKey,
): Promise<{ isBlocked: boolean; isSubscribed: boolean } | undefined> {
  const { rows } = await sql<{ isBlocked: boolean; isSubscribed: boolean }>`
    SELECT c.is_blocked, c.is_subscribed AND h.is_subscribed AS is_subscribed
      FROM contact_channels h JOIN contacts c ON c.owner_id = h.owner_id AND c.id = h.contact_id
     WHERE h.owner_id = ${scope.ownerId} AND h.account_id = ${accountId}
       AND h.platform_identifier = ${platformIdentifier}`.execute(db);
  return rows[0];
}

export async function selectContactIds(
  db: Tx,
  scope: Scope,
  { accountId, identifiers }: { accountId: string; identifiers: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<Pick<ContactChannelRow, 'platformIdentifier' | 'contactId'>>`
    SELECT platform_identifier, contact_id FROM contact_channels
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId}
       AND platform_identifier = ANY(${[...identifiers]}::text[])`.execute(db);
  return new Map(rows.map(({ platformIdentifier, contactId }) => [platformIdentifier, contactId]));
}

export async function insertChannels(db: Tx, rows: readonly ContactChannelRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => encodeJson(row, ['metadata']));
  await db.insertInto('contactChannels').values(values).execute();
}

type Activity = Pick<ContactChannelRow, 'contactId' | 'accountId' | 'conversationId'> & { activeAt: Date | null };

export async function updateChannelActivity(
  db: Tx,
  scope: Scope,
  { contactId, accountId, conversationId, activeAt }: Activity,
): Promise<void> {
  await sql`
    UPDATE contact_channels
       SET conversation_id = coalesce(${conversationId}, conversation_id),
           last_active_at = greatest(last_active_at, ${activeAt}::timestamptz)
     WHERE owner_id = ${scope.ownerId} AND contact_id = ${contactId} AND account_id = ${accountId}`.execute(db);
}
