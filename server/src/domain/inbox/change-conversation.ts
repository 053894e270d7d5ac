import { inTransaction } from '../../db/transaction.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { updateArchived } from './conversation-store.ts';
import { requireInboxAccount } from './inbox-account.ts';
import { markMessagesRead } from './message-store.ts';
import { requireConversation } from './read-conversation.ts';

type ConversationKey = { accountId: string; id: string };

/** Changes Herald's copy only: the platform and its users do not see it. */
export async function markRead(ctx: Ctx, { accountId, id }: ConversationKey): Promise<number> {
  await requireInboxAccount(ctx, accountId);
  return await inTransaction(ctx, async (ctx) => {
    await requireConversation(ctx, { accountId, id });
    return await markMessagesRead(ctx.db, scopeOf(ctx.caller), { accountId, conversationId: id });
  });
}

type Archiving = ConversationKey & { status: 'active' | 'archived' };

export async function archiveConversation(
  ctx: Ctx,
  { accountId, id, status }: Archiving,
): Promise<{ platform: string; updatedAt: Date }> {
  const { account } = await requireInboxAccount(ctx, accountId);
  return await inTransaction(ctx, async (ctx) => {
    await requireConversation(ctx, { accountId, id });
    const change = { accountId, id, isArchived: status === 'archived' };
    const changed = await updateArchived(ctx.db, scopeOf(ctx.caller), change);
    return { platform: account.platform, updatedAt: changed?.updatedAt ?? account.now };
  });
}
