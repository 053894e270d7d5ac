import { Type, type Static } from 'typebox';
import type {
  AttachmentType,
  CallAccount,
  PlatformAttachment,
  PlatformConversation,
  PlatformMessage,
  PlatformPerson,
} from '../adapter.ts';
import { GraphId, withoutNulls } from '../meta/client.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import { responseReader } from '../shared/response-reader.ts';

/** Looks like base64. */
export const MessagingId = Type.String({ pattern: '^[\\w=+/-]{1,300}$' });

const List = Type.Optional(Type.Object({ data: Type.Array(Type.Unknown()) }));
const Text = Type.Optional(Type.String());
const User = Type.Object({ id: GraphId, username: Text });
const File = Type.Optional(Type.Object({ url: Type.String(), preview_url: Text }));
const Attachment = Type.Object({
  id: Type.Optional(MessagingId),
  mime_type: Text,
  image_data: File,
  video_data: File,
  file_url: Text,
});
const Story = Type.Object({
  reply_to: Type.Optional(Type.Object({ id: GraphId, link: Text })),
  mention: Type.Optional(Type.Unknown()),
});
const readConversation = responseReader(
  Type.Object({ id: MessagingId, updated_time: Type.String(), participants: List, messages: List }),
);
const readUser = responseReader(User);
const readMessage = responseReader(
  Type.Object({
    id: MessagingId,
    created_time: Type.String(),
    from: Type.Optional(User),
    message: Text,
    is_unsupported: Type.Optional(Type.Boolean()),
    attachments: List,
    story: Type.Optional(Type.Unknown()),
  }),
);
const readStory = responseReader(Story);
const readAttachment = responseReader(Attachment);

const messageFields = 'id,created_time,from{id,username},message,is_unsupported,attachments,story';
/** Includes the newest messages, so that one request reads many conversations. */
export const conversationFields = `id,updated_time,participants,messages{${messageFields}}`;

const textMax = 10_000;
const participantsMax = 10;
const messagesMax = 100;
const attachmentsMax = 20;

export function toConversation(account: CallAccount, value: unknown): PlatformConversation | undefined {
  const conversation = readConversation(withoutNulls(value));
  const updatedAt = toInstant(conversation?.updated_time);
  if (conversation === undefined || updatedAt === undefined) return undefined;
  return {
    id: conversation.id,
    updatedAt,
    participants: itemsOf(conversation.participants, participantsMax, readUser)
      .filter((user) => !isAccount(account, user))
      .map(toPerson),
    messages: itemsOf(conversation.messages, messagesMax, (item) => toMessage(account, item)),
  };
}

function itemsOf<Item>(
  list: Static<typeof List> | undefined,
  max: number,
  read: (value: unknown) => Item | undefined,
): Item[] {
  const items = (list?.data ?? []).slice(0, max).map((value) => read(withoutNulls(value)));
  return items.filter((item) => item !== undefined);
}

/** Compares the name too: a person's ID may be scoped to the app, the account's is not. */
function isAccount(account: CallAccount, { id, username }: Static<typeof User>): boolean {
  return String(id) === account.providerAccountId || username === account.username;
}

function toPerson({ id, username }: Static<typeof User>): PlatformPerson {
  const name = platformText(username, 100) || undefined;
  return { id: String(id), name: undefined, username: name, pictureUrl: undefined };
}

/** Of messages older than the newest twenty, Instagram reveals only ID and time. */
function toMessage(account: CallAccount, value: unknown): PlatformMessage | undefined {
  const message = readMessage(value);
  const createdAt = toInstant(message?.created_time);
  if (message === undefined || createdAt === undefined) return undefined;
  const { id, from } = message;
  const sender = from && toPerson(from);
  const story = readStory(message.story);
  return {
    id,
    createdAt,
    isKnown: from !== undefined && message.is_unsupported !== true,
    isOutgoing: from !== undefined && isAccount(account, from),
    senderId: sender?.id,
    senderName: sender?.username,
    text: platformText(message.message, textMax) || undefined,
    attachments: itemsOf(message.attachments, attachmentsMax, toAttachment),
    storyReply: toStoryReply(story?.reply_to),
    isStoryMention: story?.mention !== undefined,
  };
}

function toStoryReply(story: Static<typeof Story>['reply_to']): PlatformMessage['storyReply'] {
  if (story === undefined) return undefined;
  const url = webUrl(story.link);
  return { id: String(story.id), ...(url === undefined ? {} : { url }) };
}

function toAttachment(value: unknown): PlatformAttachment | undefined {
  const attachment = readAttachment(value);
  const { type, file } = (attachment && fileOf(attachment)) ?? {};
  const url = webUrl(file?.url);
  if (type === undefined || url === undefined) return undefined;
  const previewUrl = webUrl(file?.preview_url);
  return {
    ...(attachment?.id === undefined ? {} : { id: attachment.id }),
    type,
    url,
    ...(previewUrl === undefined ? {} : { previewUrl }),
  };
}

type AttachedFile = { type: AttachmentType; file: { url: string; preview_url?: string } };

function fileOf({
  image_data: image,
  video_data: video,
  ...other
}: Static<typeof Attachment>): AttachedFile | undefined {
  if (image !== undefined) return { type: 'image', file: image };
  if (video !== undefined) return { type: 'video', file: video };
  if (other.file_url === undefined) return undefined;
  return { type: other.mime_type?.startsWith('audio/') === true ? 'audio' : 'file', file: { url: other.file_url } };
}

function toInstant(value: string | undefined): Date | undefined {
  const instant = new Date(value ?? '');
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
