import { isJsonObject } from '../../kernel/text/json.ts';
import type { Call, CodeConnect, Connected } from '../adapter.ts';
import { jsonBody } from '../shared/bodies.ts';
import { networkText } from '../shared/network-text.ts';
import { callBot, type BotReply } from './client.ts';
import { isId, seenCode } from './seen-code.ts';

const updatesMax = 100;
const mayPost = 'can_post_messages';

/** Posting needs nothing but the bot's place in the chat, which no token of its own stands for. */
export const connect: CodeConnect = {
  kind: 'code',
  scopes: { publish: [mayPost], comments: [], messages: [], analytics: [] },
  invite: async (call, code) => {
    const bot = await readBot(call);
    if (bot.kind !== 'bot') return { kind: 'unavailable', reason: bot.reason };
    const bots = `${call.hosts['site'] ?? ''}/${bot.username}`;
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

/** Anybody can write into a group; only its administrators may hand it over. Undefined when the sender is one. */
async function checkSender(call: Call, chatId: string, senderId: string | null): Promise<Failed | undefined> {
  if (senderId === null) return undefined;
  const member = await callBot(call, 'getChatMember', jsonBody({ chat_id: chatId, user_id: Number(senderId) }));
  if (member.kind !== 'ok') {
    const failure = failed(member);
    return failure.kind === 'refused' ? notAdministrator : failure;
  }
  const status = isJsonObject(member.result) ? member.result['status'] : undefined;
  return status === 'creator' || status === 'administrator' ? undefined : notAdministrator;
}

/** Update ids belong to a bot: with another one the old place says nothing. */
function offsetIn(call: Call, cursor = ''): { offset?: number } {
  const [botId, offset] = cursor.split(':');
  return botId === botIdIn(call) ? { offset: Number(offset) } : {};
}

/** The part of a bot's token that is no secret. */
function botIdIn({ credentials }: Call): string {
  return credentials['BOT_TOKEN']?.split(':', 1)[0] ?? '';
}

type Failed = Exclude<Connected, { kind: 'accounts' }>;
type Bot = { kind: 'bot'; id: number; username: string } | Failed;

async function readBot(call: Call): Promise<Bot> {
  const reply = await callBot(call, 'getMe', jsonBody({}));
  if (reply.kind !== 'ok') return failed(reply);
  const { id, username } = isJsonObject(reply.result) ? reply.result : {};
  return isId(id) && isUsername(username)
    ? { kind: 'bot', id, username }
    : { kind: 'unavailable', reason: 'Telegram does not say who the bot is' };
}

const titleMax = 200;

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
function failed(reply: Failure): Failed {
  const isDefinite = reply.kind === 'error' && reply.error.code < 500 && reply.error.code !== 429;
  return { kind: isDefinite ? 'refused' : 'unavailable', reason: reasonOf(reply) };
}

function reasonOf(reply: Failure): string {
  return reply.kind === 'error' ? reply.error.description : reply.reason;
}
