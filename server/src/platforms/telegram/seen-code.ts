import { isJsonObject } from '../../kernel/text/json.ts';
import type { SeenCode } from '../adapter.ts';

type Json = Readonly<Record<string, unknown>>;

/** Telegram sends `/start` when the bot is added to a group by an invite link. */
const command = /^\/(?:connect|start)(?:@\w+)?\s+([\w-]{4,64})\s*$/;

export function seenCode(update: Json): SeenCode[] {
  const message = [update['message'], update['channel_post']].find(isJsonObject);
  const chatId = idIn(message?.['chat']);
  const [, code] = command.exec(typeof message?.['text'] === 'string' ? message['text'] : '') ?? [];
  if (message === undefined || chatId === undefined || code === undefined || isForwarded(message)) return [];
  return [{ code, chatId, senderId: senderIn(message, chatId) }];
}

/** A forwarded message proves nothing about its sender; channel posts are copied to the discussion group. */
function isForwarded(message: Json): boolean {
  return message['forward_origin'] !== undefined || message['is_automatic_forward'] === true;
}

/** If `sender_chat` is set, `from` is a placeholder for old clients. */
function senderIn(message: Json, chatId: string): string | null {
  const sender = idIn(message['sender_chat']) ?? idIn(message['from']) ?? '';
  return sender === chatId ? null : sender;
}

function idIn(value: unknown): string | undefined {
  const id = isJsonObject(value) ? value['id'] : undefined;
  return isId(id) ? String(id) : undefined;
}

export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
