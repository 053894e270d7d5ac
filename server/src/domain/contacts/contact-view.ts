import type { ContactChannelRow, ContactRow } from '../../db/contact-rows.ts';
import type { Contact, ContactChannel, ListedContact } from '../../schemas/contact.ts';
import type { ListedContactRow } from './contact-store.ts';

export function contactView(row: ContactRow): Contact {
  const { id, profileId, name, email, company, avatarUrl, tags, isSubscribed, isBlocked, notes, customFields } = row;
  return {
    ...{ id, profileId, name, email, company, avatarUrl, tags, isSubscribed, isBlocked, notes, customFields },
    messagesSentCount: row.messagesSentCount,
    messagesReceivedCount: row.messagesReceivedCount,
    lastMessageSentAt: row.lastMessageSentAt?.toISOString() ?? null,
    lastMessageReceivedAt: row.lastMessageReceivedAt?.toISOString() ?? null,
    source: row.source,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function listedContactView(row: ListedContactRow): ListedContact {
  const { platform, platformIdentifier, displayIdentifier, channelCount } = row;
  return { ...contactView(row), platform, platformIdentifier, displayIdentifier, channelCount };
}

export function channelView(row: ContactChannelRow): ContactChannel {
  const { id, contactId, accountId, platform, platformIdentifier, displayIdentifier, isSubscribed } = row;
  return {
    ...{ id, contactId, accountId, platform, platformIdentifier, displayIdentifier, isSubscribed },
    conversationId: row.conversationId,
    metadata: row.metadata as Record<string, unknown> | null,
    lastActiveAt: row.lastActiveAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
