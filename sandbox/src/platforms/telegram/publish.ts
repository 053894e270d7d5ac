import { ledger, type LedgerMedia } from '../../core/state/ledger.ts';
import type { Call } from '../../core/platform.ts';
import type { Tx } from '../../core/state/store.ts';
import { bot, botState } from './bot.ts';
import { openChatForPosting, postUrl, type Chat } from './chats.ts';
import { refuse, tooManyRequests } from './errors.ts';
import { rates } from './limits.ts';
import { messagesOf, nextNumbers, ownMessage, quoted, type WireMessage } from './messages.ts';
import { readObject } from './parameter-errors.ts';
import { Refusal } from '../../core/wire/reply.ts';

export type Draft = {
  readonly text: string;
  readonly media: readonly LedgerMedia[];
  readonly wire: Readonly<Record<string, unknown>>;
};

export const sendingParameters = {
  chat_id: 'id!',
  disable_notification: 'boolean',
  protect_content: 'boolean',
  reply_parameters: 'object',
} as const;

type Sending = {
  readonly chat_id: string;
  readonly protect_content?: boolean | undefined;
  readonly reply_parameters?: Readonly<Record<string, unknown>> | undefined;
};

/** Several drafts are an album, which is one post. `prepare` runs inside the transaction. */
export function publish(call: Call, sending: Sending, prepare: (tx: Tx) => readonly Draft[]): WireMessage[] {
  return call.commit((tx) => {
    const chat = openChatForPosting(tx, sending.chat_id);
    const parent = readReply(tx, chat, sending.reply_parameters);
    const drafts = prepare(tx);
    spendRate(call, chat, drafts.length);
    const ids = nextNumbers(tx, `messages/${chat.id}`, drafts.length);
    const sentAt = call.clock.now();
    const [postId = 0] = ids;
    const sent = drafts.map((draft, index): WireMessage => ({
      ...ownMessage(chat, ids[index] ?? postId, sentAt),
      ...draft.wire,
      ...(sending.protect_content === true && { has_protected_content: true }),
      ...(parent && { reply_to_message: parent }),
    }));
    for (const wire of sent) {
      const stored = { wire, sentAt, isOwn: true, postId, albumIds: ids };
      messagesOf(chat.id).put(tx, String(wire.message_id), stored);
    }
    ledger.add(tx, {
      platform: 'telegram',
      account: chat.name,
      accountId: String(chat.id),
      id: String(postId),
      url: postUrl(chat, postId),
      text: drafts.find((draft) => draft.text !== '')?.text ?? '',
      media: drafts.flatMap((draft) => draft.media),
      parentId: parent === undefined ? null : String(parent.message_id),
      createdAt: new Date(sentAt).toISOString(),
      deletedAt: null,
    });
    return sent;
  });
}

const replyShape = { message_id: 'integer!', chat_id: 'id', allow_sending_without_reply: 'boolean' } as const;

function readReply(tx: Tx, chat: Chat, value: Sending['reply_parameters']): WireMessage | undefined {
  if (value === undefined) return undefined;
  const reply = readObject(value, 'reply_parameters', replyShape);
  const message = quoted(tx, chat, reply.message_id);
  if (message === undefined && reply.allow_sending_without_reply !== true) {
    refuse(400, 'Bad Request: message to be replied not found');
  }
  return message;
}

function spendRate(call: Call, chat: Chat, count: number): void {
  const { messagesPerSecond = rates.bot.perSecond } = botState.get(call.store, bot.username) ?? {};
  const allowances = [
    { key: 'telegram/bot', perSecond: messagesPerSecond, burst: rates.bot.burst },
    { key: `telegram/${chat.id}/second`, perSecond: chat.messagesPerSecond, burst: rates.chatBurst },
    { key: `telegram/${chat.id}/minute`, perSecond: chat.messagesPerMinute / 60, burst: chat.messagesPerMinute },
  ].filter((allowance) => allowance.perSecond > 0);
  const waitMs = Math.max(...allowances.map((allowance) => call.throttle.waitMs(allowance.key, allowance)));
  if (waitMs > 0) throw new Refusal(tooManyRequests(Math.ceil(waitMs / 1000)));
  for (const allowance of allowances) call.throttle.spend(allowance.key, allowance, count);
}
