import type { Adapter } from '../adapter.ts';
import { jsonBody } from '../shared/bodies.ts';
import type { TelegramCall } from './call.ts';
import { callBot, type BotReply } from './client.ts';
import { toOutcome } from './errors.ts';

/** `deleteMessages`, for albums, skips missing messages; `deleteMessage` reports them. */
export const unpublish: NonNullable<Adapter<TelegramCall>['unpublish']> = async (call, { id, partIds }) => {
  const chat = { chat_id: call.account.providerAccountId };
  const reply =
    partIds === undefined
      ? await callBot(call, 'deleteMessage', jsonBody({ ...chat, message_id: Number(id) }))
      : await callBot(call, 'deleteMessages', jsonBody({ ...chat, message_ids: partIds.map(Number) }));
  if (reply.kind === 'ok' || isGone(reply)) return { kind: 'gone' };
  return toOutcome(reply);
};

function isGone(reply: BotReply): boolean {
  return reply.kind === 'error' && /message to delete not found/i.test(reply.error.description);
}
