import type { ReadFollowers } from '../adapter.ts';
import { jsonBody } from '../shared/bodies.ts';
import { countOf } from '../shared/counts.ts';
import type { TelegramCall } from './call.ts';
import { callBot } from './client.ts';
import { toStepRefusal } from './errors.ts';

/** Bots cannot read how often a message was seen. */
export const followers: ReadFollowers<TelegramCall> = async (call) => {
  const reply = await callBot(call, 'getChatMemberCount', jsonBody({ chat_id: call.account.providerAccountId }));
  if (reply.kind !== 'ok') return toStepRefusal(reply);
  if (typeof reply.result !== 'number') return { kind: 'notDone', reason: 'the number could not be parsed' };
  return { kind: 'followers', count: countOf(reply.result) };
};
