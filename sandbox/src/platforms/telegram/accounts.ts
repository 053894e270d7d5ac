import { defined } from '../../core/defined.ts';
import { FactsError, type AccountFacts, type AccountTools, type AccountView } from '../../core/platform.ts';
import { checkParameters } from '../../core/wire/parameters.ts';
import type { Random } from '../../core/state/random.ts';
import { bot, botState } from './bot.ts';
import { chats, type BotStatus, type Chat, type ChatType, type PersonStatus } from './chats.ts';
import { rates } from './limits.ts';

const shape = {
  name: 'string!',
  type: 'string',
  title: 'string',
  isPublic: 'boolean',
  botStatus: 'string',
  personStatus: 'string',
  canPostMessages: 'boolean',
  canDeleteMessages: 'boolean',
  memberCount: 'integer',
  migratedTo: 'string',
  linkedChat: 'string',
  messagesPerSecond: 'integer',
  messagesPerMinute: 'integer',
} as const;

const types: readonly ChatType[] = ['channel', 'supergroup', 'group'];
const statuses: readonly BotStatus[] = ['administrator', 'member', 'left', 'kicked'];
const personStatuses: readonly PersonStatus[] = ['creator', 'administrator', 'anonymous', 'member', 'left'];
const words = { unknown: 'is not a fact of a chat', missing: 'is missing', type: 'has the wrong type' };

/** The bot's own name revokes or restores its token and sets its rate limit. */
export function putAccount(tools: AccountTools, facts: AccountFacts): AccountView {
  if (facts.name === bot.username) return putBot(tools, facts);
  const reading = checkParameters(facts, shape);
  if (!reading.ok) throw new FactsError(`${reading.fault.name} ${words[reading.fault.kind]}`);
  const values = reading.values;
  const old = chats.named(tools.tx, values.name) ?? freshChat(tools, values.name, values);
  const { title, canPostMessages, canDeleteMessages, memberCount, messagesPerSecond, messagesPerMinute } = values;
  const changes = {
    ...{ title, canPostMessages, canDeleteMessages, memberCount, messagesPerSecond, messagesPerMinute },
    botStatus: oneOf(statuses, values.botStatus, 'botStatus'),
    personStatus: oneOf(personStatuses, values.personStatus, 'personStatus'),
    linkedChatId: referenced(tools, values.linkedChat),
    migratedTo: referenced(tools, values.migratedTo),
  };
  const chat: Chat = { ...old, ...defined(changes) };
  chats.put(tools.tx, chat);
  return view(chat);
}

function putBot({ tx }: AccountTools, facts: AccountFacts): AccountView {
  const reading = checkParameters(facts, { name: 'string!', isTokenRevoked: 'boolean', messagesPerSecond: 'integer' });
  if (!reading.ok) throw new FactsError(`${reading.fault.name} is not a fact of the bot`);
  const { isTokenRevoked, messagesPerSecond } = reading.values;
  botState.put(tx, bot.username, {
    ...botState.get(tx, bot.username),
    ...defined({ isTokenRevoked, messagesPerSecond }),
  });
  return { platform: 'telegram', name: bot.username, id: String(bot.id), url: `https://t.me/${bot.username}` };
}

/** Public if the name is a valid username. */
export function freshChat(
  { random }: { random: Random },
  name: string,
  wish: { type?: string | undefined; isPublic?: boolean | undefined } = {},
): Chat {
  const type = oneOf(types, wish.type, 'type') ?? 'channel';
  const canBePublic = /^[A-Za-z]\w{4,31}$/.test(name) && type !== 'group';
  if (wish.isPublic === true && !canBePublic) throw new FactsError(`${name} cannot be the username of a ${type}`);
  return {
    ...newChat({ id: Number(type === 'group' ? `-4${random.digits(9)}` : `-100${random.digits(10)}`), name, type }),
    ...((wish.isPublic ?? canBePublic) && { username: name }),
  };
}

export function newChat({ id, name, type }: Pick<Chat, 'id' | 'name' | 'type'>): Chat {
  return {
    id,
    name,
    type,
    title: name,
    botStatus: 'administrator',
    personStatus: 'creator',
    canPostMessages: true,
    canDeleteMessages: true,
    memberCount: 128,
    messagesPerSecond: rates.chatPerSecond,
    messagesPerMinute: type === 'channel' ? 0 : rates.groupPerMinute,
  };
}

function referenced({ tx }: AccountTools, name: string | undefined): number | undefined {
  if (name === undefined) return undefined;
  const chat = chats.named(tx, name);
  if (chat === undefined) throw new FactsError(`There is no chat ${name}`);
  return chat.id;
}

function oneOf<T extends string>(known: readonly T[], value: string | undefined, fact: string): T | undefined {
  const option = known.find((each) => each === value);
  if (value !== undefined && option === undefined) throw new FactsError(`${fact} must be one of ${known.join(', ')}`);
  return option;
}

function view(chat: Chat): AccountView {
  const url =
    chat.username === undefined
      ? `https://t.me/c/${String(chat.id).replace(/^-(100)?/, '')}`
      : `https://t.me/${chat.username}`;
  return { platform: 'telegram', name: chat.name, id: String(chat.id), url };
}
