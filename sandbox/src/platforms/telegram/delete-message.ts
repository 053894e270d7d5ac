import { ledger } from '../../core/state/ledger.ts';
import type { Call } from '../../core/platform.ts';
import type { Tx } from '../../core/state/store.ts';
import { openOwnChat, type Chat } from './chats.ts';
import { refuse } from './errors.ts';
import { limits } from './limits.ts';
import { messagesOf, type StoredMessage } from './messages.ts';
import { method } from './method.ts';

export const deleteMessage = method({
  name: 'deleteMessage',
  parameters: { chat_id: 'id!', message_id: 'integer!' },
  handle: (call, { chat_id, message_id }) =>
    call.commit((tx) => {
      const chat = openOwnChat(tx, chat_id);
      const message =
        messagesOf(chat.id).get(tx, String(message_id)) ?? refuse(400, 'Bad Request: message to delete not found');
      if (!mayDelete(call, chat, message)) refuse(400, "Bad Request: message can't be deleted");
      remove(call, tx, chat, message);
      return true;
    }),
});

/** Skips missing messages. */
export const deleteMessages = method({
  name: 'deleteMessages',
  parameters: { chat_id: 'id!', message_ids: 'array!' },
  handle: (call, { chat_id, message_ids }) =>
    call.commit((tx) => {
      const chat = openOwnChat(tx, chat_id);
      if (message_ids.length === 0) refuse(400, 'Bad Request: message identifiers are not specified');
      if (message_ids.length > limits.deleteCountMax)
        refuse(400, 'Bad Request: too many message identifiers specified');
      if (!message_ids.every(Number.isSafeInteger)) refuse(400, "Bad Request: can't parse message identifiers");
      for (const id of new Set(message_ids)) {
        const message = messagesOf(chat.id).get(tx, String(id));
        if (message === undefined) continue;
        if (!mayDelete(call, chat, message)) refuse(400, "Bad Request: message can't be deleted");
        remove(call, tx, chat, message);
      }
      return true;
    }),
});

function mayDelete(call: Call, chat: Chat, message: StoredMessage): boolean {
  const isAdministrator = chat.botStatus === 'administrator' && chat.canDeleteMessages;
  const isYoung = call.clock.now() - message.sentAt < limits.deleteWithinMs;
  return isAdministrator || (message.isOwn && isYoung);
}

/** An album's post is deleted with its last message. */
function remove(call: Call, tx: Tx, chat: Chat, message: StoredMessage): void {
  const messages = messagesOf(chat.id);
  messages.delete(tx, String(message.wire.message_id));
  if (message.albumIds.some((id) => messages.get(tx, String(id)) !== undefined)) return;
  const key = { platform: 'telegram', accountId: String(chat.id), id: String(message.postId) };
  ledger.markDeleted(tx, key, new Date(call.clock.now()).toISOString());
}
