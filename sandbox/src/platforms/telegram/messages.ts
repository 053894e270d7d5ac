import { collection, type Collection, type Reader, type Tx } from '../../core/store.ts';
import { botUser } from './bot.ts';
import { wireChat, type Chat } from './chats.ts';

export type WireMessage = { readonly message_id: number; readonly date: number } & Readonly<Record<string, unknown>>;

export type StoredMessage = {
  readonly wire: WireMessage;
  readonly sentAt: number;
  readonly isOwn: boolean;
  /** Id of its post in the ledger: that of the first message of an album. */
  readonly postId: number;
  /** The other messages of its album, itself included. */
  readonly albumIds: readonly number[];
};

export const messagesOf = (chatId: number): Collection<StoredMessage> =>
  collection<StoredMessage>(`telegram/messages/${chatId}`);

const counters = collection<{ last: number }>('telegram/counters');

/** Takes `count` numbers in a row. */
export function nextNumbers(tx: Tx, counter: string, count: number, start = 1): number[] {
  const last = counters.get(tx, counter)?.last ?? start;
  counters.put(tx, counter, { last: last + count });
  return Array.from({ length: count }, (_, index) => last + 1 + index);
}

/** What the bot writes appears in a channel as the channel's, in a group as the bot's. */
export function ownMessage(chat: Chat, id: number, sentAt: number): WireMessage {
  return {
    message_id: id,
    ...(chat.type === 'channel' ? { sender_chat: wireChat(chat) } : { from: botUser }),
    chat: wireChat(chat),
    date: Math.floor(sentAt / 1000),
  };
}

/** The message replied to, without what it replied to itself. */
export function quoted(reader: Reader, chat: Chat, messageId: number): WireMessage | undefined {
  const found = messagesOf(chat.id).get(reader, String(messageId))?.wire;
  if (found === undefined) return undefined;
  const kept = Object.entries(found).filter(([name]) => name !== 'reply_to_message');
  return { ...Object.fromEntries(kept), message_id: found.message_id, date: found.date };
}
