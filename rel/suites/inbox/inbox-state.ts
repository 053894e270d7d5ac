import type { CaseDatabase } from '../../harness/testbed.ts';

const queries = {
  conversations: `
    SELECT c.id, c.participants, c.updated_at, c.last_message, c.last_message_at, c.archived_at,
           (SELECT count(*)::int FROM messages m
             WHERE m.account_id = c.account_id AND m.conversation_id = c.id AND NOT m.is_read) AS unread
      FROM conversations c ORDER BY c.id`,
  messages: `
    SELECT id, conversation_id, direction, is_known, is_read, sender_id, sender_name, text, created_at, tokens
      FROM messages ORDER BY id`,
  comments: `SELECT id, platform_post_id, parent_id, comment, deleted_at IS NOT NULL AS deleted FROM comments ORDER BY id`,
  events: `
    SELECT type, resource_id, count(*)::int AS count FROM events
     WHERE type IN ('message.received', 'message.sent', 'comment.received')
     GROUP BY type, resource_id ORDER BY type, resource_id`,
};

export type InboxState = Record<keyof typeof queries, object[]>;

export async function readState(database: CaseDatabase): Promise<InboxState> {
  const read = (name: keyof typeof queries) => database.sql<object>(queries[name]);
  return {
    conversations: await read('conversations'),
    messages: await read('messages'),
    comments: await read('comments'),
    events: await read('events'),
  };
}

const shownMax = 3;

export function compareStates(one: InboxState, other: InboxState): string[] {
  return (Object.keys(queries) as (keyof typeof queries)[]).flatMap((name) => {
    const [left, right] = [one[name].map((row) => JSON.stringify(row)), other[name].map((row) => JSON.stringify(row))];
    const rights = new Set(right);
    const lefts = new Set(left);
    return [
      ...left.filter((row) => !rights.has(row)).map((row) => `only in order, ${name}: ${row}`),
      ...right.filter((row) => !lefts.has(row)).map((row) => `only out of order, ${name}: ${row}`),
    ].slice(0, shownMax);
  });
}
