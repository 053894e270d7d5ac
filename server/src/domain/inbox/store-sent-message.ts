import type { MessageContent } from '../../platforms/adapter.ts';
import { scopeOf } from '../access.ts';
import type { StoredAccount } from '../accounts/account.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { selectConversationWith } from './conversation-store.ts';
import { storeMessages } from './store-conversation.ts';

type SentMessage = {
  conversationId: string;
  id: string;
  content: MessageContent;
  createdAt: Date;
  recipientSource?: 'automation';
};

/** The message is known when its echo arrives as an event. */
export async function storeSentMessage(ctx: TxCtx, account: StoredAccount, message: SentMessage): Promise<void> {
  const { conversationId, id, content, createdAt, recipientSource } = message;
  const text = 'text' in content ? content.text : undefined;
  const attachments = 'text' in content ? [] : [{ type: content.type, url: content.attachmentUrl }];
  const row = {
    ...{ id, createdAt, isKnown: true, isOutgoing: true, senderId: account.providerAccountId },
    ...{ senderName: account.username, text, attachments, storyReply: undefined, isStoryMention: false },
  };
  const source = recipientSource === undefined ? {} : { recipientSource };
  await storeMessages(ctx, account, { id: conversationId, messages: [row], ...source });
}

export async function findConversationWith(
  ctx: Ctx | TxCtx,
  person: { accountId: string; personId: string },
): Promise<string | undefined> {
  return (await selectConversationWith(ctx.db, scopeOf(ctx.caller), person))?.id;
}
