import type { PlatformConversation, PlatformMessage } from '../../platforms/adapter.ts';
import { scopeOf } from '../access.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { triggerAutomations } from '../automations/trigger-automations.ts';
import { noteMessages } from '../contacts/note-messages.ts';
import type { TxCtx } from '../context.ts';
import { emit } from '../events/emit.ts';
import { lockConversation, selectConversation, updateForMessages, upsertConversation } from './conversation-store.ts';
import { conversationView, messageView } from './conversation-view.ts';
import { refineTimes, upsertMessages } from './message-store.ts';

export async function storeConversation(
  ctx: TxCtx,
  account: StoredAccount,
  conversation: PlatformConversation,
): Promise<number> {
  const scope = scopeOf(ctx.caller);
  const { id, participants, updatedAt } = conversation;
  await upsertConversation(ctx.db, scope, { accountId: account.id, id, participants, updatedAt });
  return await storeMessages(ctx, account, { id, messages: conversation.messages });
}

type NewMessages = Pick<PlatformConversation, 'id' | 'messages'> & {
  /** Set if the other person becomes a contact without having written. */
  recipientSource?: 'automation';
};

/** Returns how many new messages were received. */
export async function storeMessages(
  ctx: TxCtx,
  account: StoredAccount,
  { id, messages, recipientSource }: NewMessages,
): Promise<number> {
  const scope = scopeOf(ctx.caller);
  const rows = messages.map((message) => messageRow(account, id, message));
  if (rows.length === 0) return 0;
  await lockConversation(ctx.db, scope, { accountId: account.id, id });
  await refineTimes(ctx.db, scope, rows);
  const newIds = await upsertMessages(ctx.db, scope, rows);
  await updateForMessages(ctx.db, scope, { accountId: account.id, id, newIds });
  const news = rows.filter((row) => newIds.has(row.id) && row.isKnown && row.createdAt >= account.createdAt);
  const stored = news.length === 0 ? undefined : await selectConversation(ctx.db, scope, { accountId: account.id, id });
  if (stored === undefined) return 0;
  const { id: _id, platform, username, displayName } = account;
  const [person] = stored.participants;
  const data = {
    conversation: conversationView(account, stored),
    contactId: await noteMessages(ctx, { account, person, messages: news, recipientSource }),
    account: { _id, platform, username, displayName },
    profileIds: [account.profileId],
  };
  const oldestFirst = news.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  emit(
    ctx,
    ...oldestFirst.map((row) => ({
      type: row.direction === 'incoming' ? ('message.received' as const) : ('message.sent' as const),
      resourceId: row.id,
      data: { message: messageView(platform, row), ...data },
    })),
  );
  const storyReplies = oldestFirst.filter((row) => row.direction === 'incoming' && row.storyReply !== null);
  await triggerAutomations(
    ctx,
    { account, source: 'story_reply', platformPostId: null },
    storyReplies.map(({ id: commentId, senderId, senderName, text, createdAt: commentedAt }) => ({
      ...{ commentId, commentedAt, text: text ?? '' },
      ...{ commenterId: senderId ?? undefined, commenterName: person?.name ?? senderName },
    })),
  );
  return news.filter((row) => row.direction === 'incoming').length;
}

function messageRow(account: StoredAccount, conversationId: string, message: PlatformMessage) {
  const { id, createdAt, isKnown, isOutgoing, isStoryMention } = message;
  // Messages without content, or from before the account was connected, are not reported.
  const isOld = !isKnown || createdAt < account.createdAt;
  return {
    accountId: account.id,
    conversationId,
    id,
    direction: isOutgoing ? ('outgoing' as const) : ('incoming' as const),
    isKnown,
    isRead: isOutgoing || isOld,
    senderId: message.senderId ?? null,
    senderName: message.senderName ?? null,
    text: message.text ?? null,
    attachments: [...message.attachments],
    storyReply: message.storyReply ?? null,
    isStoryMention,
    createdAt,
  };
}
