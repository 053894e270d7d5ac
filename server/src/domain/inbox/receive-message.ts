import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { PlatformEvent } from '../../platforms/adapter.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { selectConversationWith } from './conversation-store.ts';
import { requireUsableInbox } from './inbox-account.ts';
import { readConversations } from './refresh-inbox.ts';
import { storeMessages } from './store-conversation.ts';

type MessageEvent = Extract<PlatformEvent, { kind: 'message' }>;

/** Events do not name the conversation, so one with a new person is read from the platform. */
export async function receiveMessage(ctx: Ctx, accountId: string, { personId, message }: MessageEvent): Promise<void> {
  const inboxAccount = await requireUsableInbox(ctx, accountId);
  const find = () => selectConversationWith(ctx.db, scopeOf(ctx.caller), { accountId, personId });
  if ((await find()) === undefined) await readConversations(ctx, inboxAccount);
  const conversation = await find();
  if (conversation === undefined) {
    throw new AppError('platformUnavailable', 'The platform does not list the conversation of a message yet');
  }
  const { account } = inboxAccount;
  const { senderId } = message;
  const sender = message.isOutgoing ? account : conversation.participants.find(({ id }) => id === senderId);
  const messages = [{ ...message, senderName: message.senderName ?? sender?.username }];
  await inTransaction(ctx, (ctx) => storeMessages(ctx, account, { id: conversation.id, messages }));
}
