import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { MessageRow } from '../../db/inbox-rows.ts';
import { planEachTime } from '../../db/statement-names.ts';
import { bigramsOf } from '../../kernel/text/search-text.ts';
import type { Scope } from '../context.ts';
import { conversationColumns, type StoredConversation } from './conversation-store.ts';

type Words = { tokens: readonly string[]; direction: MessageRow['direction'] | undefined };

/** Leaves out conditions that are always true, whose rows PostgreSQL would underestimate. */
function hasWords({ tokens, direction }: Words) {
  const hasDirection = direction === undefined ? sql`` : sql`AND m.direction = ${direction}`;
  return sql`${tokens.length > 0} AND m.tokens @> ${[...tokens]}::text[] ${hasDirection}`;
}

type Search = Words & {
  accountIds: readonly string[];
  foldedName: string;
  offset: number;
  limit: number;
};

/** A more frequent name is soon found in conversations by activity. */
const namesakesMax = 2000;

/** A word found too rarely in so many conversations is in few messages, which an index finds. */
const walkedMax = 1000;

/**
 * Frequent words and names are soon found in conversations by activity; rare ones need an index. PostgreSQL cannot estimate
 * which, so the first way is tried for a bounded number of conversations.
 */
export async function selectMatchingConversations(
  db: Db,
  scope: Scope,
  { accountIds, tokens, direction, foldedName, offset, limit }: Search,
): Promise<StoredConversation[]> {
  const isOwn = sql`c.owner_id = ${scope.ownerId} AND c.account_id = ANY(${[...accountIds]}::text[])`;
  const hasName = sql`
    ${foldedName !== ''} AND c.name_bigrams @> ${bigramsOf(foldedName)}::text[]
    AND EXISTS (SELECT 1 FROM unnest(c.folded_names) AS name WHERE strpos(name, ${foldedName}) > 0)`;
  const order = sql`ORDER BY updated_at DESC, id DESC, account_id DESC`;
  const count = offset + limit;
  const isIndexed = sql.join(
    [
      sql`false`,
      ...accountIds.map((id) => {
        const words = tokens.map((token) => `${id} ${token}`);
        return sql`herald_account_tokens(m.account_id, m.tokens) @> ${words}::text[]`;
      }),
    ],
    sql` OR `,
  );
  const { rows } = await sql<StoredConversation>`${sql.raw(planEachTime)}
    WITH by_activity AS MATERIALIZED (
      SELECT c.* FROM (SELECT c.* FROM conversations c WHERE ${isOwn} ${order} LIMIT ${walkedMax}) AS c
       WHERE c.token_bits & herald_token_bits(${[...tokens]}::text[]) = herald_token_bits(${[...tokens]}::text[])
         -- OFFSET keeps this a test of one conversation, instead of a join with all messages that match.
         AND EXISTS (
               SELECT 1 FROM messages m
                WHERE m.account_id = c.account_id AND m.conversation_id = c.id AND ${hasWords({ tokens, direction })}
               OFFSET 0)
       ${order} LIMIT ${count}
    ), by_index AS MATERIALIZED (
      SELECT DISTINCT m.account_id, m.conversation_id FROM messages m
       WHERE (SELECT count(*) FROM by_activity) < ${count} AND (${isIndexed}) AND ${hasWords({ tokens, direction })}
    ), by_message AS (
      SELECT * FROM by_activity WHERE (SELECT count(*) FROM by_activity) = ${count}
       UNION ALL
      (SELECT c.* FROM by_index i JOIN conversations c ON c.account_id = i.account_id AND c.id = i.conversation_id
        WHERE ${isOwn} ${order} LIMIT ${count})
    ), namesakes AS MATERIALIZED (
      SELECT c.* FROM conversations c WHERE ${isOwn} AND ${hasName} LIMIT ${namesakesMax + 1}
    ), by_name AS (
      SELECT * FROM namesakes WHERE (SELECT count(*) FROM namesakes) <= ${namesakesMax}
       UNION ALL
      (SELECT c.* FROM conversations c
        WHERE (SELECT count(*) FROM namesakes) > ${namesakesMax} AND ${isOwn} AND ${hasName}
        ${order} LIMIT ${count})
    )
    SELECT DISTINCT ON (updated_at, id, account_id) ${conversationColumns}
      FROM (TABLE by_message UNION ALL TABLE by_name) AS c
     ${order} OFFSET ${offset} LIMIT ${limit}`.execute(db);
  return rows;
}

type MatchingMessage = Pick<MessageRow, 'accountId' | 'conversationId' | 'id' | 'text' | 'direction' | 'createdAt'> & {
  matchCount: number;
};

const matchesMax = 5;

export async function selectMatchingMessages(
  db: Db,
  scope: Scope,
  { conversations, ...words }: Words & { conversations: readonly Pick<StoredConversation, 'accountId' | 'id'>[] },
): Promise<MatchingMessage[]> {
  const { rows } = await sql<MatchingMessage>`
    SELECT matching.* FROM unnest(
        ${conversations.map(({ accountId }) => accountId)}::text[], ${conversations.map(({ id }) => id)}::text[]
      ) AS c (account_id, id),
      LATERAL (
        SELECT account_id, conversation_id, id, text, direction, created_at, (count(*) OVER ())::int AS match_count
          FROM messages m
         WHERE m.owner_id = ${scope.ownerId} AND m.account_id = c.account_id AND m.conversation_id = c.id
           AND ${hasWords(words)}
         ORDER BY created_at DESC, id DESC LIMIT ${matchesMax}
      ) AS matching`.execute(db);
  return rows;
}
