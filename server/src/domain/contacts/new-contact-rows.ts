import type { ContactChannelRow, ContactRow } from '../../db/contact-rows.ts';
import type { UpdateContact } from '../../schemas/contact.ts';
import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { contactColumns } from './contact-columns.ts';

type NewContact = { profileId: string; source: ContactRow['source']; fields: UpdateContact };

export function newContactRow(ctx: TxCtx, { profileId, source, fields }: NewContact): ContactRow {
  const now = ctx.clock.now();
  return {
    ...contactColumns(fields),
    ...{ ownerId: scopeOf(ctx.caller).ownerId, profileId, id: ctx.ids.make('contact'), source },
    ...{ messagesSentCount: 0, messagesReceivedCount: 0, lastMessageSentAt: null, lastMessageReceivedAt: null },
    ...{ createdAt: now, updatedAt: now },
  };
}

export type NewChannel = Pick<ContactChannelRow, 'accountId' | 'platform' | 'platformIdentifier' | 'displayIdentifier'>;

export function newChannelRow(ctx: TxCtx, contact: ContactRow, channel: NewChannel): ContactChannelRow {
  return {
    ...channel,
    ...{ ownerId: contact.ownerId, id: ctx.ids.make('channel'), contactId: contact.id, createdAt: contact.createdAt },
    ...{ isSubscribed: true, conversationId: null, metadata: null, lastActiveAt: null },
  };
}
