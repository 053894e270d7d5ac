import { collection, type Collection, type Reader, type Tx } from '../../core/state/store.ts';
import { botUser } from './bot.ts';
import { wireChat, type Chat } from './chats.ts';

export type WireMessage = { readonly message_id: number; readonly date: number } & Readonly<Record<string, unknown>>;

export type StoredMessage = {
  readonly wire: WireMessage;
  readonly sentAt: number;
  readonly isOwn: boolean;
  /** ID of its post in the ledger: that of the album's first message. */
  readonly postId: number;
  /** Including this one. */
  readonly albumIds: readonly number[];
};

export const messagesOf = (chatId: number): Collection<StoredMessage> =>
  collection<StoredMessage>(`telegram/messages/${chatId}`);

const counters = collection<{ last: number }>('telegram/counters');

export function nextNumbers(tx: Tx, counter: string, count: number, start = 1): number[] {
  const last = counters.get(tx, counter)?.last ?? start;
  counters.put(tx, counter, { last: last + count });
  return Array.from({ length: count }, (_, index) => last + 1 + index);
}

/** Channels send as themselves; in groups the bot sends. */
export function ownMessage(chat: Chat, id: number, sentAt: number): WireMessage {
  return {
    message_id: id,
    ...(chat.type === 'channel' ? { sender_chat: wireChat(chat) } : { from: botUser }),
    chat: wireChat(chat),
    date: Math.floor(sentAt / 1000),
  };
}

export function quoted(reader: Reader, chat: Chat, messageId: number): WireMessage | undefined {
  const message = messagesOf(chat.id).get(reader, String(messageId))?.wire;
  if (message === undefined) return undefined;
  const fields = Object.entries(message).filter(([name]) => name !== 'reply_to_message');
  return { ...Object.fromEntries(fields), message_id: message.message_id, date: message.date };
}
