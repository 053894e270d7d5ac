import { AppError } from '../../kernel/errors.ts';
import type { Conversation, MessageList, MessageQuery } from '../../schemas/inbox.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { selectConversation, type ConversationWithUnread } from './conversation-store.ts';
import { conversationView, messageView } from './conversation-view.ts';
import { requireUsableInbox } from './inbox-account.ts';
import { selectMessages } from './message-store.ts';
import { refreshConversation } from './refresh-inbox.ts';

type ConversationKey = { accountId: string; id: string };

export async function getConversation(ctx: Ctx, key: ConversationKey): Promise<Conversation> {
  const inboxAccount = await requireUsableInbox(ctx, key.accountId);
  await requireConversation(ctx, key);
  await refreshConversation(ctx, inboxAccount, key.id);
  return conversationView(inboxAccount.account, await requireConversation(ctx, key));
}

export async function listMessages(ctx: Ctx, id: string, query: MessageQuery): Promise<MessageList> {
  const { accountId, sortOrder, limit } = query;
  const inboxAccount = await requireUsableInbox(ctx, accountId);
  const key = { accountId, id };
  await requireConversation(ctx, key);
  const scope = scopeOf(ctx.caller);
  const binding = JSON.stringify([scope.ownerId, accountId, id, sortOrder]);
  const after = readCursor(ctx, query.cursor, binding);
  await refreshConversation(ctx, inboxAccount, id);
  const page = { accountId, conversationId: id, sortOrder, after, limit: limit + 1 };
  const rows = await selectMessages(ctx.db, scope, page);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const { refreshedAt } = await requireConversation(ctx, key);
  return {
    status: 'ok',
    pagination: {
      hasMore: last !== undefined,
      nextCursor: last === undefined ? null : ctx.cursors.write([last.createdAt.toISOString(), last.id], binding),
    },
    sortOrderApplied: sortOrder,
    messages: shown.map((row) => messageView(inboxAccount.account.platform, row)),
    lastUpdated: refreshedAt.toISOString(),
  };
}

function readCursor(ctx: Ctx, cursor: string | undefined, binding: string) {
  if (cursor === undefined) return undefined;
  const [createdAt, id] = ctx.cursors.read(cursor, binding) ?? [];
  if (createdAt === undefined || id === undefined) throw new AppError('invalidCursor', 'Invalid cursor');
  return { createdAt, id };
}

export async function requireConversation(
  ctx: Pick<Ctx | TxCtx, 'db' | 'caller'>,
  key: ConversationKey,
): Promise<ConversationWithUnread> {
  const conversation = await selectConversation(ctx.db, scopeOf(ctx.caller), key);
  if (conversation === undefined) throw new AppError('conversationNotFound', 'The conversation does not exist');
  return conversation;
}
