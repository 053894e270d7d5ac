import type { LinkButton } from '../../../core/platform.ts';
import type { Follower } from '../../../core/state/followers.ts';
import type { Random } from '../../../core/state/random.ts';
import { collection, type Collection, type Reader, type Tx } from '../../../core/state/store.ts';
import type { Node } from '../../meta/fields.ts';
import { wireInstant } from '../../meta/wire-instant.ts';
import { followers } from '../comments.ts';
import { limits } from '../limits.ts';
import type { Person } from '../persons.ts';
import { addMessageEvent } from '../webhook.ts';

export type Conversation = {
  readonly id: string;
  readonly followerId: string;
  readonly updatedAt: number;
  /** In the requests folder until the account replies. */
  readonly isRequest: boolean;
};

export const attachmentTypes = ['image', 'video', 'audio', 'file'] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

export type Message = {
  readonly id: string;
  readonly conversationId: string;
  readonly isFromAccount: boolean;
  readonly text?: string;
  readonly buttons?: readonly LinkButton[];
  readonly attachment?: { readonly type: AttachmentType; readonly url: string };
  readonly story?: { readonly id: string; readonly url: string };
  readonly commentId?: string;
  readonly createdAt: number;
};

export const conversationPrefix = 'aWdfdA';
export const messagePrefix = 'aWdfbQ';
/** Of a thread's older messages, Instagram returns only ID and time. */
const readableMessages = 20;
const requestMs = 30 * 24 * 3_600_000;

export const conversationsOf = (userId: string): Collection<Conversation> =>
  collection<Conversation>(`instagram/conversations/${userId}`);

const messagesOf = (conversationId: string): Collection<Message> =>
  collection<Message>(`instagram/messages/${conversationId}`);

export const listMessages = (reader: Reader, { id }: Conversation): Message[] => messagesOf(id).all(reader).reverse();

export const conversationWith = (reader: Reader, person: Person, followerId: string): Conversation | undefined =>
  conversationsOf(person.userId)
    .all(reader)
    .find((conversation) => conversation.followerId === followerId);

/** Requests untouched for 30 days are not listed. */
export function listConversations(reader: Reader, { userId }: Person, now: number): Conversation[] {
  return conversationsOf(userId)
    .all(reader)
    .filter(({ isRequest, updatedAt }) => !isRequest || updatedAt > now - requestMs)
    .sort((one, other) => other.updatedAt - one.updatedAt);
}

type NewMessage = Omit<Message, 'id' | 'conversationId'> & { follower: Follower; random: Random };

export function addMessage(tx: Tx, person: Person, { follower, random, ...content }: NewMessage): Message {
  const conversations = conversationsOf(person.userId);
  const known = conversations.all(tx).find(({ followerId }) => followerId === follower.id);
  const conversation: Conversation = {
    id: known?.id ?? `${conversationPrefix}${random.text(48)}`,
    followerId: follower.id,
    updatedAt: content.createdAt,
    isRequest: (known?.isRequest ?? true) && !content.isFromAccount,
  };
  conversations.put(tx, conversation.id, conversation);
  const message = { ...content, id: `${messagePrefix}${random.text(64)}`, conversationId: conversation.id };
  messagesOf(conversation.id).put(tx, message.id, message);
  addMessageEvent(tx, person, { message, followerId: follower.id });
  return message;
}

/** Undefined if the account has only sent private replies. */
const latestReceived = (reader: Reader, conversation: Conversation): Message | undefined =>
  listMessages(reader, conversation).find(({ isFromAccount }) => !isFromAccount);

export function hasWritten(reader: Reader, person: Person, followerId: string): boolean {
  const conversation = conversationWith(reader, person, followerId);
  return conversation !== undefined && latestReceived(reader, conversation) !== undefined;
}

export function isWindowOpen(reader: Reader, conversation: Conversation, now: number): boolean {
  const latest = latestReceived(reader, conversation);
  return latest !== undefined && latest.createdAt > now - limits.messageWindowMs;
}

export function conversationNode(reader: Reader, person: Person, conversation: Conversation): Node {
  const follower = followers.get(reader, conversation.followerId);
  const messages = listMessages(reader, conversation);
  return {
    type: 'InstagramConversation',
    defaults: ['id', 'updated_time'],
    values: { id: conversation.id, updated_time: wireInstant(conversation.updatedAt) },
    edges: {
      participants: [userNode(person.userId, person.username), userNode(conversation.followerId, follower?.username)],
      messages: messages.map((message) => messageNode(reader, person, conversation, message)),
    },
  };
}

export function messageNode(reader: Reader, person: Person, conversation: Conversation, message: Message): Node {
  const account = userNode(person.userId, person.username);
  const follower = userNode(conversation.followerId, followers.get(reader, conversation.followerId)?.username);
  const isReadable = canRead(reader, conversation, message);
  const [from, to] = message.isFromAccount ? [account, follower] : [follower, account];
  const { attachment } = message;
  return {
    type: 'InstagramMessage',
    defaults: ['id', 'created_time'],
    values: {
      id: message.id,
      created_time: wireInstant(message.createdAt),
      message: isReadable ? (message.text ?? '') : undefined,
      is_unsupported: isReadable ? false : undefined,
      story: isReadable && message.story ? { reply_to: { id: message.story.id, link: message.story.url } } : undefined,
    },
    objects: { from: isReadable ? from : undefined },
    edges: {
      to: isReadable ? [to] : [],
      attachments: isReadable && attachment ? [attachmentNode(attachment)] : [],
    },
  };
}

export function canRead(reader: Reader, conversation: Conversation, { id }: Message): boolean {
  return listMessages(reader, conversation)
    .slice(0, readableMessages)
    .some((message) => message.id === id);
}

const userNode = (id: string, username: string | undefined): Node => ({
  type: 'InstagramUser',
  defaults: ['id', 'username'],
  values: { id, username },
});

function attachmentNode({ type, url }: NonNullable<Message['attachment']>): Node {
  const media = { url, preview_url: url };
  const values =
    type === 'image' ? { image_data: media } : type === 'video' ? { video_data: media } : { file_url: url };
  return { type: 'InstagramAttachment', defaults: Object.keys(values), values };
}
