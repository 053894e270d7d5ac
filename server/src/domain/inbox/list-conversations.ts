import { AppError } from '../../kernel/errors.ts';
import type { ConversationList, ConversationQuery } from '../../schemas/inbox.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { selectConversations } from './conversation-store.ts';
import { conversationView } from './conversation-view.ts';
import { findInboxAccounts } from './inbox-account.ts';
import { refreshAccounts } from './refresh-inbox.ts';

export async function listConversations(ctx: Ctx, query: ConversationQuery): Promise<ConversationList> {
  const scope = scopeOf(ctx.caller);
  const inboxAccounts = await findInboxAccounts(ctx, query);
  const { status, sortOrder, limit } = query;
  const binding = JSON.stringify([scope.ownerId, sortOrder, status, query.accountId, query.profileId, query.platform]);
  const after = readCursor(ctx, query.cursor, binding);
  const meta = await refreshAccounts(ctx, inboxAccounts);
  const accounts = new Map(inboxAccounts.map(({ account }) => [account.id, account]));
  const accountIds = [...accounts.keys()];
  const page = { accountIds, status, sortOrder, after, limit: limit + 1 };
  const rows = await selectConversations(ctx.db, scope, page);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    data: shown.flatMap((row) => {
      const account = accounts.get(row.accountId);
      return account === undefined ? [] : [conversationView(account, row)];
    }),
    pagination: {
      hasMore: last !== undefined,
      nextCursor:
        last === undefined ? null : ctx.cursors.write([last.updatedAt.toISOString(), last.accountId, last.id], binding),
    },
    meta,
  };
}

function readCursor(ctx: Ctx, cursor: string | undefined, binding: string) {
  if (cursor === undefined) return undefined;
  const [updatedAt, accountId, id] = ctx.cursors.read(cursor, binding) ?? [];
  if (updatedAt === undefined || accountId === undefined || id === undefined) {
    throw new AppError('invalidCursor', 'Invalid cursor');
  }
  return { updatedAt, accountId, id };
}
