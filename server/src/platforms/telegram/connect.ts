import { isJsonObject } from '../../kernel/json.ts';
import type { Call, CodeConnect, Connected } from '../adapter.ts';
import { jsonBody } from '../shared/bodies.ts';
import { networkText } from '../shared/network-text.ts';
import { callBot, type BotReply } from './client.ts';

const updatesMax = 100;
const mayPost = 'can_post_messages';

/** Posting needs nothing but the bot's place in the chat, which no token of its own stands for. */
export const connect: CodeConnect = {
  kind: 'code',
  scopes: { publish: [mayPost], comments: [], messages: [], analytics: [] },
  invite: async (call, code) => {
    const bot = await readBot(call);
    if (bot.kind !== 'bot') return { kind: 'unavailable', reason: bot.reason };
    const text = `/connect ${code}`;
    const url = `${call.hosts['site'] ?? ''}/${bot.username}?text=${encodeURIComponent(text)}`;
    return { kind: 'invite', bot: `@${bot.username}`, text, url };
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
      codes: updates.flatMap(codeIn),
      cursor: ids.length === 0 ? cursor : `${botIdIn(call)}:${Math.max(...ids) + 1}`,
    };
  },
  open: async (call, chatId) => {
    const bot = await readBot(call);
    if (bot.kind !== 'bot') return bot;
    const chat = await callBot(call, 'getChat', jsonBody({ chat_id: chatId }));
    if (chat.kind !== 'ok') return failed(chat);
    const member = await callBot(call, 'getChatMember', jsonBody({ chat_id: chatId, user_id: bot.id }));
    if (member.kind !== 'ok') return failed(member);
    return toAccount(chat.result, member.result);
  },
};

/** Update ids belong to a bot: with another one the old place says nothing. */
function offsetIn(call: Call, cursor = ''): { offset?: number } {
  const [botId, offset] = cursor.split(':');
  return botId === botIdIn(call) ? { offset: Number(offset) } : {};
}

/** The part of a bot's token that is no secret. */
function botIdIn({ credentials }: Call): string {
  return credentials['BOT_TOKEN']?.split(':', 1)[0] ?? '';
}

type Bot = { kind: 'bot'; id: number; username: string } | Exclude<Connected, { kind: 'accounts' }>;

async function readBot(call: Call): Promise<Bot> {
  const reply = await callBot(call, 'getMe', jsonBody({}));
  if (reply.kind !== 'ok') return failed(reply);
  const { id, username } = isJsonObject(reply.result) ? reply.result : {};
  return isId(id) && isUsername(username)
    ? { kind: 'bot', id, username }
    : { kind: 'unavailable', reason: 'Telegram does not say who the bot is' };
}

function codeIn(update: Record<string, unknown>): { code: string; chatId: string }[] {
  const message = [update['message'], update['channel_post']].find(isJsonObject);
  const chat = isJsonObject(message?.['chat']) ? message['chat'] : {};
  const text = typeof message?.['text'] === 'string' ? message['text'] : '';
  const [, code] = /^\/connect(?:@\w+)?\s+([\w-]{4,64})\s*$/.exec(text) ?? [];
  // A conversation with one person is no place to publish.
  if (code === undefined || !isId(chat['id']) || chat['type'] === 'private') return [];
  return [{ code, chatId: String(chat['id']) }];
}

const titleMax = 200;

/** All of Telegram's ids have at most 52 bits. */
function isId(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Becomes part of addresses. */
function isUsername(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,64}$/.test(value);
}

function toAccount(chat: unknown, member: unknown): Connected {
  if (!isJsonObject(chat) || !isId(chat['id']) || !isJsonObject(member)) {
    return { kind: 'unavailable', reason: 'Telegram describes the chat in a way that cannot be read' };
  }
  const publicName = isUsername(chat['username']) ? chat['username'] : null;
  const title = networkText(chat['title'], titleMax) || (publicName ?? String(chat['id']));
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

type Failure = Exclude<BotReply, { kind: 'ok' }>;

/** 4xx but throttling are definite. */
function failed(reply: Failure): { kind: 'refused' | 'unavailable'; reason: string } {
  const isDefinite = reply.kind === 'error' && reply.error.code < 500 && reply.error.code !== 429;
  return { kind: isDefinite ? 'refused' : 'unavailable', reason: reasonOf(reply) };
}

function reasonOf(reply: Failure): string {
  return reply.kind === 'error' ? reply.error.description : reply.reason;
}
