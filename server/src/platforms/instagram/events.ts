import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformEvent, PlatformEvents } from '../adapter.ts';
import { idText, metaEvents, readChanges, type Change } from '../meta/events.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import type { InstagramCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { scopes } from './scopes.ts';

const textMax = 10_000;

export const events: PlatformEvents<InstagramCall> = {
  ...metaEvents({
    fieldsOf: ({ account }) =>
      (['comments', 'messages'] as const).filter((field) =>
        scopes[field].every((scope) => account.grantedScopes.includes(scope)),
      ),
    outcomes: { toStepRefusal },
    scopes: scopes.publish,
  }),
  read: (body) => [...readChanges(body, 'instagram', toCommentEvents), ...readMessages(body)],
};

/** Instagram sends the account's own comments too. */
function toCommentEvents({ providerAccountId, at: createdAt, field, value }: Change): PlatformEvent[] {
  const { from, media, text, parent_id: parent } = value;
  const id = idText(value['id']);
  if (field !== 'comments' || id === undefined || !isJsonObject(from) || !isJsonObject(media)) return [];
  const [authorId, postId] = [idText(from['id']), idText(media['id'])];
  if (authorId === undefined || postId === undefined) return [];
  const isOwner = authorId === providerAccountId || idText(from['self_ig_scoped_id']) === authorId;
  const username = platformText(from['username'], 100) || undefined;
  const comment = {
    id,
    parentId: idText(parent),
    text: platformText(text, textMax) ?? '',
    createdAt,
    author: { id: authorId, name: undefined, username, pictureUrl: undefined, isOwner },
    ...{ likeCount: undefined, replyCount: undefined, url: undefined, isHidden: false },
    ...{ canReply: true, canHide: !isOwner, canDelete: true, replies: [], hasMoreReplies: false },
  };
  return [{ kind: 'comment', providerAccountId, postId, comment }];
}

const entriesMax = 1000;

function readMessages(body: unknown): PlatformEvent[] {
  if (!isJsonObject(body) || body['object'] !== 'instagram' || !Array.isArray(body['entry'])) return [];
  return body['entry'].slice(0, entriesMax).flatMap((entry: unknown) => {
    if (!isJsonObject(entry) || !Array.isArray(entry['messaging'])) return [];
    const providerAccountId = idText(entry['id']);
    if (providerAccountId === undefined) return [];
    return entry['messaging'].slice(0, entriesMax).flatMap((one) => toMessageEvent(providerAccountId, one));
  });
}

/** The account's own messages are echoed. */
function toMessageEvent(providerAccountId: string, messaging: unknown): PlatformEvent[] {
  if (!isJsonObject(messaging)) return [];
  const { sender, recipient, timestamp, message } = messaging;
  if (!isJsonObject(sender) || !isJsonObject(recipient) || !isJsonObject(message)) return [];
  const [senderId, recipientId] = [idText(sender['id']), idText(recipient['id'])];
  const createdAt = new Date(Number(timestamp));
  const id = messageId(message['mid']);
  const isOutgoing = senderId === providerAccountId;
  const personId = isOutgoing ? recipientId : senderId;
  const isUsable = id !== undefined && personId !== undefined && !Number.isNaN(createdAt.getTime());
  if (!isUsable || message['is_deleted'] === true) return [];
  const attachments = attachmentsOf(message['attachments']);
  return [
    {
      kind: 'message',
      providerAccountId,
      personId,
      message: {
        ...{ id, createdAt, isKnown: true, isOutgoing, senderId, senderName: undefined },
        text: platformText(message['text'], textMax),
        attachments: attachments.flatMap(({ type, url }) => (type === 'story_mention' ? [] : toAttachment(type, url))),
        storyReply: storyOf(message['reply_to']),
        isStoryMention: attachments.some(({ type }) => type === 'story_mention'),
      },
    },
  ];
}

function messageId(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w=+/-]{1,300}$/.test(value) ? value : undefined;
}

const attachmentsMax = 20;

function attachmentsOf(value: unknown): { type: string; url: string | undefined }[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, attachmentsMax).flatMap((one: unknown) => {
    if (!isJsonObject(one)) return [];
    const url = isJsonObject(one['payload']) ? webUrl(one['payload']['url']) : undefined;
    return [{ type: platformText(one['type'], 50) ?? '', url }];
  });
}

const attachmentTypes = ['image', 'video', 'audio', 'file'] as const;

/** Shared posts and reels have their own types. */
function toAttachment(
  type: string,
  url: string | undefined,
): { type: (typeof attachmentTypes)[number]; url: string }[] {
  if (url === undefined) return [];
  return [{ type: attachmentTypes.find((known) => known === type) ?? 'file', url }];
}

function storyOf(replyTo: unknown): { id: string; url?: string } | undefined {
  if (!isJsonObject(replyTo) || !isJsonObject(replyTo['story'])) return undefined;
  const [id, url] = [idText(replyTo['story']['id']), webUrl(replyTo['story']['url'])];
  return id === undefined ? undefined : { id, ...(url === undefined ? {} : { url }) };
}
