import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { ConversationRow } from '../../db/inbox-rows.ts';
import { fromNow } from '../../db/sql.ts';
import { bigramsOf, foldText } from '../../kernel/text/search-text.ts';
import type { Scope } from '../context.ts';

/** Omits what only searches read. */
export type StoredConversation = Omit<ConversationRow, 'foldedNames' | 'nameBigrams' | 'tokenBits'>;
export type ConversationWithUnread = StoredConversation & { unreadCount: number };

type ConversationKey = { accountId: string; id: string };

/** Names are shorter. */
const searchedLengthMax = 200;

export const conversationColumns = sql`
  c.owner_id, c.account_id, c.id, c.participants, c.participant_id, c.updated_at, c.last_message, c.last_message_at,
  c.archived_at, c.refreshed_at`;

const withUnread = sql`
  ${conversationColumns}, (SELECT count(*)::int FROM messages m
         WHERE m.account_id = c.account_id AND m.conversation_id = c.id AND NOT m.is_read) AS unread_count`;

export async function selectConversation(
  db: Db | Tx,
  scope: Scope,
  { accountId, id }: ConversationKey,
): Promise<ConversationWithUnread | undefined> {
  const { rows } = await sql<ConversationWithUnread>`
    SELECT ${withUnread} FROM conversations c
     WHERE c.owner_id = ${scope.ownerId} AND c.account_id = ${accountId} AND c.id = ${id}`.execute(db);
  return rows[0];
}

type ConversationPage = {
  accountIds: readonly string[];
  status: 'active' | 'archived' | undefined;
  sortOrder: 'asc' | 'desc';
  after: { updatedAt: string; accountId: string; id: string } | undefined;
  limit: number;
};

/** Orders by activity, account and ID, so that each conversation has one place in the list. */
export async function selectConversations(
  db: Db,
  scope: Scope,
  { accountIds, status, sortOrder, after, limit }: ConversationPage,
): Promise<ConversationWithUnread[]> {
  const [order, isBehind] = sortOrder === 'desc' ? [sql`DESC`, sql`<`] : [sql`ASC`, sql`>`];
  const isArchived = status === undefined ? null : status === 'archived';
  const isAfter: RawBuilder<unknown> =
    after === undefined
      ? sql`true`
      : sql`(c.updated_at, c.id, c.account_id) ${isBehind} (${after.updatedAt}::timestamptz, ${after.id}, ${after.accountId})`;
  const { rows } = await sql<ConversationWithUnread>`
    SELECT ${withUnread} FROM conversations c
     WHERE c.owner_id = ${scope.ownerId} AND c.account_id = ANY(${[...accountIds]}::text[])
       AND (${isArchived}::boolean IS NULL OR (c.archived_at IS NOT NULL) = ${isArchived}) AND ${isAfter}
     ORDER BY c.updated_at ${order}, c.id ${order}, c.account_id ${order}
     LIMIT ${limit}`.execute(db);
  return rows;
}

type PlatformIds = { accountId: string; conversationIds: readonly string[]; messageIds: readonly string[] };

export async function selectStoredIds(
  db: Db,
  scope: Scope,
  { accountId, conversationIds, messageIds }: PlatformIds,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM conversations
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND id = ANY(${[...conversationIds]}::text[])
    UNION ALL
    SELECT id FROM messages
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND id = ANY(${[...messageIds]}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

type Participant = { id: string; name?: string | undefined; username?: string | undefined };
type NewConversation = ConversationKey & { participants: readonly Participant[]; updatedAt: Date };

export async function upsertConversation(
  db: Tx,
  scope: Scope,
  { accountId, id, participants, updatedAt }: NewConversation,
): Promise<void> {
  const foldedNames = participants
    .flatMap(({ name = '', username = '' }) => [name, username])
    .map((name) => foldText(name.slice(0, searchedLengthMax)));
  await sql`
    INSERT INTO conversations (owner_id, account_id, id, participants, participant_id, updated_at, refreshed_at,
                               folded_names, name_bigrams)
    VALUES (${scope.ownerId}, ${accountId}, ${id}, ${JSON.stringify(participants)}::json, ${participants[0]?.id ?? null},
            ${updatedAt}, herald_now(), ${foldedNames}::text[], ${foldedNames.flatMap(bigramsOf)}::text[])
    ON CONFLICT (account_id, id) DO UPDATE
      SET participants = excluded.participants, participant_id = excluded.participant_id,
          refreshed_at = excluded.refreshed_at, folded_names = excluded.folded_names,
          name_bigrams = excluded.name_bigrams,
          updated_at = greatest(conversations.updated_at, excluded.updated_at)`.execute(db);
}

export async function selectConversationWith(
  db: Db | Tx,
  scope: Scope,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<Pick<ConversationRow, 'id' | 'participants'> | undefined> {
  const { rows } = await sql<Pick<ConversationRow, 'id' | 'participants'>>`
    SELECT id, participants FROM conversations
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND participant_id = ${personId}
     ORDER BY updated_at DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** Without the lock, two messages stored at the same time would each see only itself as the newest. */
export async function lockConversation(db: Tx, scope: Scope, { accountId, id }: ConversationKey): Promise<void> {
  await sql`
    SELECT 1 FROM conversations
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND id = ${id} FOR UPDATE`.execute(db);
}

/** Reactivates an archived conversation if somebody has written since, and lets searches find the new messages. */
export async function updateForMessages(
  db: Tx,
  scope: Scope,
  { accountId, id, newIds }: ConversationKey & { newIds: ReadonlySet<string> },
): Promise<void> {
  await sql`
    UPDATE conversations c
       SET token_bits = c.token_bits | herald_token_bits(ARRAY(
             SELECT unnest(tokens) FROM messages WHERE account_id = ${accountId} AND id = ANY(${[...newIds]}::text[]))),
           last_message = coalesce(newest.text, ''), last_message_at = newest.created_at,
           updated_at = greatest(c.updated_at, newest.created_at),
           archived_at = CASE WHEN EXISTS (
             SELECT 1 FROM messages m
              WHERE m.account_id = c.account_id AND m.conversation_id = c.id AND m.direction = 'incoming'
                AND m.created_at > c.archived_at) THEN NULL ELSE c.archived_at END
      FROM (SELECT text, created_at FROM messages
             WHERE account_id = ${accountId} AND conversation_id = ${id}
             ORDER BY created_at DESC, id DESC LIMIT 1) newest
     WHERE c.owner_id = ${scope.ownerId} AND c.account_id = ${accountId} AND c.id = ${id}`.execute(db);
}

export async function updateArchived(
  db: Tx,
  scope: Scope,
  { accountId, id, isArchived }: ConversationKey & { isArchived: boolean },
): Promise<{ updatedAt: Date } | undefined> {
  const { rows } = await sql<{ updatedAt: Date }>`
    UPDATE conversations SET archived_at = ${isArchived ? sql`least(archived_at, herald_now())` : null}
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND id = ${id}
    RETURNING herald_now() AS "updatedAt"`.execute(db);
  return rows[0];
}

/** Returns true at most once per `everyMs`. */
export async function claimRefresh(
  db: Db,
  scope: Scope,
  { accountId, id, everyMs }: ConversationKey & { everyMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE conversations SET refreshed_at = herald_now()
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND id = ${id}
       AND refreshed_at <= ${fromNow(-everyMs)}
    RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function updateInboxError(
  db: Tx,
  scope: Scope,
  { accountId, error }: { accountId: string; error: object | null },
): Promise<void> {
  await sql`
    UPDATE accounts SET inbox_error = ${error === null ? null : JSON.stringify(error)}::json
     WHERE owner_id = ${scope.ownerId} AND id = ${accountId}`.execute(db);
}

export async function claimAccountRefresh(
  db: Db,
  scope: Scope,
  { accountId, everyMs }: { accountId: string; everyMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE accounts SET inbox_refreshed_at = herald_now()
     WHERE owner_id = ${scope.ownerId} AND id = ${accountId}
       AND (inbox_refreshed_at IS NULL OR inbox_refreshed_at <= ${fromNow(-everyMs)})
    RETURNING id`.execute(db);
  return rows.length > 0;
}
