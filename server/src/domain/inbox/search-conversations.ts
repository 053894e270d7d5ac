import { AppError } from '../../kernel/errors.ts';
import { foldText, tokensOf } from '../../kernel/text/search-text.ts';
import type { SearchQuery, SearchResults } from '../../schemas/inbox.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { conversationSummary } from './conversation-view.ts';
import { findInboxAccounts } from './inbox-account.ts';
import { refreshAccounts } from './refresh-inbox.ts';
import { selectMatchingConversations, selectMatchingMessages } from './search-store.ts';

export async function searchConversations(ctx: Ctx, query: SearchQuery): Promise<SearchResults> {
  const scope = scopeOf(ctx.caller);
  const inboxAccounts = await findInboxAccounts(ctx, query);
  const { direction, limit, accountId, profileId, platform } = query;
  const binding = JSON.stringify([scope.ownerId, query.query, direction, accountId, profileId, platform]);
  const offset = readOffset(ctx, query.cursor, binding);
  const meta = await refreshAccounts(ctx, inboxAccounts);
  const platforms = new Map(inboxAccounts.map(({ account }) => [account.id, account.platform]));
  const words = { tokens: tokensOf(query.query), direction };
  const foldedName = direction === undefined ? foldText(query.query.trim()) : '';
  const search = { ...words, accountIds: [...platforms.keys()], foldedName, offset, limit: limit + 1 };
  const rows = await selectMatchingConversations(ctx.db, scope, search);
  const conversations = rows.slice(0, limit);
  const messages = await selectMatchingMessages(ctx.db, scope, { ...words, conversations });
  const hasMore = rows.length > limit;
  return {
    data: conversations.map((conversation) => {
      const matching = messages.filter(
        (message) => message.accountId === conversation.accountId && message.conversationId === conversation.id,
      );
      return {
        conversation: conversationSummary(platforms.get(conversation.accountId) ?? '', conversation),
        matchCount: matching[0]?.matchCount ?? 0,
        matches: matching.map(({ id, text, direction, createdAt }) => ({
          ...{ id, text: text ?? '', direction },
          timestamp: createdAt.toISOString(),
        })),
      };
    }),
    pagination: { hasMore, nextCursor: hasMore ? ctx.cursors.write([String(offset + limit)], binding) : null },
    meta,
  };
}

function readOffset(ctx: Ctx, cursor: string | undefined, binding: string): number {
  if (cursor === undefined) return 0;
  const [offset] = ctx.cursors.read(cursor, binding) ?? [];
  if (offset === undefined) throw new AppError('invalidCursor', 'Invalid cursor');
  return Number(offset);
}
