import { isJsonObject } from '../../kernel/text/json.ts';
import type { CodeConnect, Connected } from '../adapter.ts';
import { jsonBody } from '../shared/bodies.ts';
import { platformText } from '../shared/platform-text.ts';
import { connectFailure, type ConnectFailure } from '../shared/reply.ts';
import type { TelegramCall } from './call.ts';
import { callBot, type BotFailure } from './client.ts';
import { isId, seenCode } from './seen-code.ts';

const updatesMax = 100;
const mayPost = 'can_post_messages';

/** Posting needs only the bot's membership, so accounts have no tokens. */
export const connect: CodeConnect<TelegramCall> = {
  kind: 'code',
  scopes: { publish: [mayPost], comments: [], messages: [], analytics: [] },
  invite: async (call, code) => {
    const bot = await readBot(call);
    if (bot.kind !== 'bot') return { kind: 'unavailable', reason: bot.reason };
    const bots = `${call.hosts.site}/${bot.username}`;
    const name = `@${bot.username}`;
    return {
      kind: 'invite',
      bot: name,
      text: `/connect ${code}`,
      links: [
        { label: `Add ${name} to a channel`, url: `${bots}?startchannel&admin=post_messages` },
        { label: `Add ${name} to a group`, url: `${bots}?startgroup=${encodeURIComponent(code)}` },
      ],
    };
  },
  readCodes: async (call, cursor) => {
    const body = {
      allowed_updates: ['message', 'channel_post'],
      limit: updatesMax,
      timeout: 0,
      ...offsetIn(call, cursor),
    };
    const reply = await callBot(call, 'getUpdates', jsonBody(body));
    if (reply.kind !== 'ok') return { kind: 'unavailable', reason: reasonOf(reply) };
    const updates = [reply.result].flat().filter(isJsonObject);
    const ids = updates.map((update) => update['update_id']).filter(isId);
    return {
      kind: 'codes',
      codes: updates.flatMap(seenCode),
      cursor: ids.length === 0 ? cursor : `${botIdIn(call)}:${Math.max(...ids) + 1}`,
    };
  },
  open: async (call, { chatId, senderId }) => {
    const bot = await readBot(call);
    if (bot.kind !== 'bot') return bot;
    const chat = await callBot(call, 'getChat', jsonBody({ chat_id: chatId }));
    if (chat.kind !== 'ok') return failed(chat);
    const refusal = isPrivate(chat.result) ? privateChat : await checkSender(call, chatId, senderId);
    if (refusal !== undefined) return refusal;
    const member = await callBot(call, 'getChatMember', jsonBody({ chat_id: chatId, user_id: bot.id }));
    if (member.kind !== 'ok') return failed(member);
    return toAccount(chat.result, member.result);
  },
};

const privateChat = {
  kind: 'refused',
  reason: 'A private chat with the bot cannot be connected: start again and post the code in a channel or group',
} as const;
const notAdministrator = {
  kind: 'refused',
  reason: 'Only an administrator can connect a chat: start again and let an administrator post the code there',
} as const;

function isPrivate(chat: unknown): boolean {
  return isJsonObject(chat) && chat['type'] === 'private';
}

/** Anybody can write in a group, but only administrators may connect it. */
async function checkSender(
  call: TelegramCall,
  chatId: string,
  senderId: string | null,
): Promise<ConnectFailure | undefined> {
  if (senderId === null) return undefined;
  const member = await callBot(call, 'getChatMember', jsonBody({ chat_id: chatId, user_id: Number(senderId) }));
  if (member.kind !== 'ok') {
    const failure = failed(member);
    return failure.kind === 'refused' ? notAdministrator : failure;
  }
  const status = isJsonObject(member.result) ? member.result['status'] : undefined;
  return status === 'creator' || status === 'administrator' ? undefined : notAdministrator;
}

/** Update IDs belong to one bot, so another bot's cursor is ignored. */
function offsetIn(call: TelegramCall, cursor = ''): { offset?: number } {
  const [botId, offset] = cursor.split(':');
  return botId === botIdIn(call) ? { offset: Number(offset) } : {};
}

/** The public part of the bot token. */
function botIdIn({ credentials }: TelegramCall): string {
  return credentials.BOT_TOKEN.split(':', 1)[0] ?? '';
}

type Bot = { kind: 'bot'; id: number; username: string } | ConnectFailure;

async function readBot(call: TelegramCall): Promise<Bot> {
  const reply = await callBot(call, 'getMe', jsonBody({}));
  if (reply.kind !== 'ok') return failed(reply);
  const { id, username } = isJsonObject(reply.result) ? reply.result : {};
  return isId(id) && isUsername(username)
    ? { kind: 'bot', id, username }
    : { kind: 'unavailable', reason: 'Telegram did not identify the bot' };
}

const titleMax = 200;

/** Usernames are inserted into URLs. */
function isUsername(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,64}$/.test(value);
}

function toAccount(chat: unknown, member: unknown): Connected {
  if (!isJsonObject(chat) || !isId(chat['id']) || !isJsonObject(member)) {
    return { kind: 'unavailable', reason: 'the description of the chat could not be parsed' };
  }
  const publicName = isUsername(chat['username']) ? chat['username'] : null;
  const title = platformText(chat['title'], titleMax) || (publicName ?? String(chat['id']));
  return {
    kind: 'accounts',
    accounts: [
      {
        providerAccountId: String(chat['id']),
        username: publicName ?? title,
        displayName: title,
        ...(publicName === null ? {} : { profileUrl: `https://t.me/${publicName}` }),
        grantedScopes: canPost(chat, member) ? [mayPost] : [],
        tokens: null,
        state: { publicName },
      },
    ],
  };
}

function canPost(chat: Record<string, unknown>, member: Record<string, unknown>): boolean {
  const { status } = member;
  if (chat['type'] === 'channel') return status === 'administrator' && member[mayPost] === true;
  return status === 'administrator' || status === 'member' || status === 'creator';
}

function failed(reply: BotFailure): ConnectFailure {
  return connectFailure(reply, ({ code, description }) => ({
    isTemporary: code >= 500 || code === 429,
    reason: description,
  }));
}

function reasonOf(reply: BotFailure): string {
  return reply.kind === 'error' ? reply.error.description : reply.reason;
}
