import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { MessageRow } from '../../db/inbox-rows.ts';
import { tokensOf } from '../../kernel/text/search-text.ts';
import type { Scope } from '../context.ts';

export type StoredMessage = Omit<MessageRow, 'ownerId' | 'tokens'>;

const columns = sql`
  account_id, conversation_id, id, direction, is_known, is_read, sender_id, sender_name, text, attachments, story_reply,
  is_story_mention, created_at`;

/** Messages are shorter on every platform. */
const searchedLengthMax = 10_000;
/** PostgreSQL cannot index much longer tokens. */
const tokenLengthMax = 500;

/** Returns the IDs of messages that are new, or whose content was unknown. */
export async function upsertMessages(db: Tx, scope: Scope, rows: readonly StoredMessage[]): Promise<Set<string>> {
  // A fixed order, so that two refreshes of a conversation cannot deadlock.
  const values = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const { rows: written } = await sql<{ id: string }>`
    INSERT INTO messages (owner_id, ${columns}, tokens)
    SELECT ${scope.ownerId}, ${columns}, ARRAY(SELECT json_array_elements_text(tokens)) FROM unnest(
      ${values.map(({ accountId }) => accountId)}::text[],
      ${values.map(({ conversationId }) => conversationId)}::text[],
      ${values.map(({ id }) => id)}::text[],
      ${values.map(({ direction }) => direction)}::text[],
      ${values.map(({ isKnown }) => isKnown)}::boolean[],
      ${values.map(({ isRead }) => isRead)}::boolean[],
      ${values.map(({ senderId }) => senderId)}::text[],
      ${values.map(({ senderName }) => senderName)}::text[],
      ${values.map(({ text }) => text)}::text[],
      ${values.map(({ attachments }) => JSON.stringify(attachments))}::json[],
      ${values.map(({ storyReply }) => (storyReply === null ? null : JSON.stringify(storyReply)))}::json[],
      ${values.map(({ isStoryMention }) => isStoryMention)}::boolean[],
      ${values.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[],
      ${values.map(({ text }) => JSON.stringify(searchTokens(text)))}::json[]) AS new (${columns}, tokens)
    ON CONFLICT (account_id, id) DO UPDATE
      SET is_known = true, is_read = excluded.is_read, direction = excluded.direction, sender_id = excluded.sender_id,
          sender_name = excluded.sender_name, text = excluded.text, attachments = excluded.attachments,
          story_reply = excluded.story_reply, is_story_mention = excluded.is_story_mention, tokens = excluded.tokens
      WHERE excluded.is_known AND NOT messages.is_known
    RETURNING id`.execute(db);
  return new Set(written.map(({ id }) => id));
}

/** Events have milliseconds, lists only seconds, which leaves messages within a second without a certain order. */
export async function refineTimes(db: Tx, scope: Scope, rows: readonly StoredMessage[]): Promise<void> {
  const precise = rows.filter(({ createdAt }) => createdAt.getMilliseconds() !== 0);
  if (precise.length === 0) return;
  await sql`
    UPDATE messages m SET created_at = exact.created_at
      FROM unnest(
        ${precise.map(({ accountId }) => accountId)}::text[],
        ${precise.map(({ id }) => id)}::text[],
        ${precise.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[]
      ) AS exact (account_id, id, created_at)
     WHERE m.owner_id = ${scope.ownerId} AND m.account_id = exact.account_id AND m.id = exact.id
       AND m.created_at = date_trunc('second', exact.created_at)`.execute(db);
}

function searchTokens(text: string | null): string[] {
  return tokensOf((text ?? '').slice(0, searchedLengthMax)).filter(({ length }) => length <= tokenLengthMax);
}

type MessagePage = {
  accountId: string;
  conversationId: string;
  sortOrder: 'asc' | 'desc';
  after: { createdAt: string; id: string } | undefined;
  limit: number;
};

export async function selectMessages(
  db: Db,
  scope: Scope,
  { accountId, conversationId, sortOrder, after, limit }: MessagePage,
): Promise<StoredMessage[]> {
  const [order, isBehind] = sortOrder === 'desc' ? [sql`DESC`, sql`<`] : [sql`ASC`, sql`>`];
  const isAfter =
    after === undefined ? sql`true` : sql`(created_at, id) ${isBehind} (${after.createdAt}::timestamptz, ${after.id})`;
  const { rows } = await sql<StoredMessage>`
    SELECT ${columns} FROM messages
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND conversation_id = ${conversationId}
       AND ${isAfter}
     ORDER BY created_at ${order}, id ${order} LIMIT ${limit}`.execute(db);
  return rows;
}

export async function selectLastReceived(
  db: Db,
  scope: Scope,
  { accountId, conversationId }: { accountId: string; conversationId: string },
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(created_at) AS at FROM messages
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND conversation_id = ${conversationId}
       AND direction = 'incoming' AND is_known`.execute(db);
  return rows[0]?.at ?? undefined;
}

export async function markMessagesRead(
  db: Tx,
  scope: Scope,
  { accountId, conversationId }: { accountId: string; conversationId: string },
): Promise<number> {
  const { rows } = await sql`
    UPDATE messages SET is_read = true
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND conversation_id = ${conversationId}
       AND NOT is_read
    RETURNING id`.execute(db);
  return rows.length;
}
