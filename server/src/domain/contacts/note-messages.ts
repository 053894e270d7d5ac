import type { MessageRow } from '../../db/inbox-rows.ts';
import { scopeOf } from '../access.ts';
import type { StoredAccount } from '../accounts/account.ts';
import type { TxCtx } from '../context.ts';
import { updateChannelActivity } from './channel-store.ts';
import { updateCounters } from './contact-store.ts';
import { ensureContact, findContactOf, type Person } from './ensure-contact.ts';

type Correspondence = {
  account: StoredAccount;
  person: Person | undefined;
  messages: readonly Pick<MessageRow, 'direction' | 'createdAt' | 'conversationId'>[];
  /** Set if the person becomes a contact without having written. */
  recipientSource: 'automation' | undefined;
};

/**
 * Returns the contact's ID. Somebody who writes becomes a contact, unless the user has as many as allowed. Counters emit no
 * event.
 */
export async function noteMessages(ctx: TxCtx, correspondence: Correspondence): Promise<string | null> {
  const { account, messages } = correspondence;
  const contactId = await findContact(ctx, correspondence);
  if (contactId === null) return null;
  const scope = scopeOf(ctx.caller);
  const timesOf = (direction: MessageRow['direction']): Date[] =>
    messages.filter((message) => message.direction === direction).map(({ createdAt }) => createdAt);
  const [sent, received] = [timesOf('outgoing'), timesOf('incoming')];
  await updateCounters(ctx.db, scope, {
    id: contactId,
    sentCount: sent.length,
    receivedCount: received.length,
    lastSentAt: newest(sent),
    lastReceivedAt: newest(received),
  });
  const conversationId = messages[0]?.conversationId ?? null;
  const channel = { contactId, accountId: account.id, conversationId, activeAt: newest(received) };
  await updateChannelActivity(ctx.db, scope, channel);
  return contactId;
}

async function findContact(ctx: TxCtx, correspondence: Correspondence): Promise<string | null> {
  const { account, person, messages, recipientSource } = correspondence;
  if (person === undefined) return null;
  const isWriting = messages.some(({ direction }) => direction === 'incoming');
  const source = isWriting ? 'inbox' : recipientSource;
  if (source === undefined) return (await findContactOf(ctx, { account, person })) ?? null;
  return await ensureContact(ctx, { account, person, source });
}

function newest(times: readonly Date[]): Date | null {
  return times.length === 0 ? null : new Date(Math.max(...times.map((time) => time.getTime())));
}
