import { collection, type Reader, type Tx } from '../../core/state/store.ts';
import { refuse } from './errors.ts';

export type ChatType = 'channel' | 'supergroup' | 'group';
export type BotStatus = 'administrator' | 'member' | 'left' | 'kicked';
/** Rank of the sandbox's only person; messages of an `anonymous` administrator appear as the group's. */
export type PersonStatus = 'creator' | 'administrator' | 'anonymous' | 'member' | 'left';

export type Chat = {
  readonly id: number;
  /** In the control API and the ledger; the username of a public chat. */
  readonly name: string;
  readonly type: ChatType;
  readonly title: string;
  readonly username?: string;
  readonly botStatus: BotStatus;
  readonly personStatus: PersonStatus;
  readonly canPostMessages: boolean;
  readonly canDeleteMessages: boolean;
  readonly memberCount: number;
  readonly migratedTo?: number;
  readonly linkedChatId?: number;
  /** 0: unlimited. */
  readonly messagesPerSecond: number;
  readonly messagesPerMinute: number;
};

const byId = collection<Chat>('telegram/chats');
const idByName = collection<{ id: number }>('telegram/chat-names');

export const chats = {
  all: (reader: Reader): Chat[] => byId.all(reader),
  get: (reader: Reader, id: number | string): Chat | undefined => byId.get(reader, String(id)),
  named: (reader: Reader, name: string): Chat | undefined => {
    const entry = idByName.get(reader, name.toLowerCase());
    return entry && byId.get(reader, String(entry.id));
  },
  put: (tx: Tx, chat: Chat): void => {
    byId.put(tx, String(chat.id), chat);
    if (idByName.get(tx, chat.name.toLowerCase()) === undefined) {
      idByName.put(tx, chat.name.toLowerCase(), { id: chat.id });
    }
  },
};

export function findChat(reader: Reader, chatId: string): Chat | undefined {
  if (!chatId.startsWith('@')) return chats.get(reader, chatId);
  const chat = chats.named(reader, chatId.slice(1));
  return chat?.username === undefined ? undefined : chat;
}

export function openChat(reader: Reader, chatId: string): Chat {
  if (chatId === '') refuse(400, 'Bad Request: chat_id is empty');
  const chat = findChat(reader, chatId) ?? refuse(400, 'Bad Request: chat not found');
  if (chat.migratedTo !== undefined) {
    const parameters = { migrate_to_chat_id: chat.migratedTo };
    refuse(400, 'Bad Request: group chat was upgraded to a supergroup chat', parameters);
  }
  if (chat.botStatus === 'kicked') refuse(403, `Forbidden: bot was kicked from the ${chat.type} chat`);
  if (chat.botStatus === 'left' && chat.username === undefined) refuseStranger(chat);
  return chat;
}

export function openOwnChat(reader: Reader, chatId: string): Chat {
  const chat = openChat(reader, chatId);
  if (chat.botStatus === 'left') refuseStranger(chat);
  return chat;
}

export function openChatForPosting(reader: Reader, chatId: string): Chat {
  const chat = openOwnChat(reader, chatId);
  const mayPost = chat.type === 'channel' ? chat.botStatus === 'administrator' : true;
  if (!mayPost || !chat.canPostMessages) {
    refuse(403, `Forbidden: need administrator rights in the ${chat.type} chat`);
  }
  return chat;
}

function refuseStranger(chat: Chat): never {
  refuse(403, `Forbidden: bot is not a member of the ${chat.type} chat`);
}

export function wireChat(chat: Chat) {
  return { id: chat.id, title: chat.title, ...(chat.username && { username: chat.username }), type: chat.type };
}

export function postUrl(chat: Chat, messageId: number): string {
  const chatPath = chat.username ?? `c/${String(chat.id).replace(/^-(100)?/, '')}`;
  return `https://t.me/${chatPath}/${messageId}`;
}
