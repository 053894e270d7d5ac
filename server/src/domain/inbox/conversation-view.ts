import type { Conversation, Message, SearchResult } from '../../schemas/inbox.ts';
import type { StoredAccount } from '../accounts/account.ts';
import type { ConversationWithUnread, StoredConversation } from './conversation-store.ts';
import type { StoredMessage } from './message-store.ts';

type NamedAccount = Pick<StoredAccount, 'id' | 'platform' | 'username'>;

export function conversationView(account: NamedAccount, conversation: ConversationWithUnread): Conversation {
  const [participant] = conversation.participants;
  return {
    ...conversationSummary(account.platform, conversation),
    accountUsername: account.username,
    participantId: participant?.id ?? null,
    participantPicture: participant?.pictureUrl ?? null,
    participants: conversation.participants.map(({ id, name, username }) => ({
      id,
      ...(name === undefined ? {} : { name }),
      ...(username === undefined ? {} : { username }),
    })),
    updatedTime: conversation.updatedAt.toISOString(),
    unreadCount: conversation.unreadCount,
  };
}

export function conversationSummary(platform: string, conversation: StoredConversation): SearchResult['conversation'] {
  const [participant] = conversation.participants;
  return {
    id: conversation.id,
    platform,
    accountId: conversation.accountId,
    participantName: participant?.name ?? null,
    participantUsername: participant?.username ?? null,
    status: conversation.archivedAt === null ? 'active' : 'archived',
    lastMessage: conversation.lastMessage,
    lastMessageAt: conversation.lastMessageAt?.toISOString() ?? null,
  };
}

export function messageView(platform: string, message: StoredMessage): Message {
  const { senderId, senderName, text, storyReply, attachments } = message;
  return {
    id: message.id,
    conversationId: message.conversationId,
    accountId: message.accountId,
    platform,
    ...(message.isKnown && text !== null ? { message: text } : {}),
    ...(senderId === null ? {} : { senderId }),
    ...(senderName === null ? {} : { senderName }),
    direction: message.direction,
    createdAt: message.createdAt.toISOString(),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(storyReply === null ? {} : { storyReply }),
    ...(message.isStoryMention ? { isStoryMention: true } : {}),
  };
}
