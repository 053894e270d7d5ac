import { Type, type Static } from 'typebox';
import type {
  Inbox,
  MessageContent,
  MessageLimit,
  PlatformConversation,
  PlatformMessage,
} from '../../../src/platforms/adapter.ts';
import { jsonBody } from '../../../src/platforms/shared/bodies.ts';
import { platformText, webUrl } from '../../../src/platforms/shared/platform-text.ts';
import { responseReader } from '../../../src/platforms/shared/response-reader.ts';
import type { ParrotCall } from './call.ts';
import { callParrot, tokenOf, type ParrotFailure } from './client.ts';
import { toOutcome, toReadFailure, toRefusal } from './errors.ts';

const Id = Type.String({ pattern: '^\\d{1,20}$' });
const Kind = Type.Union([Type.Literal('image'), Type.Literal('file')]);
const Whisper = Type.Object({
  id: Id,
  mine: Type.Boolean(),
  text: Type.Union([Type.String(), Type.Null()]),
  attachment: Type.Union([Type.Object({ kind: Kind, url: Type.String() }), Type.Null()]),
  at: Type.String(),
});
const Bird = Type.Object({ id: Id, handle: Type.String(), name: Type.String() });
const Thread = Type.Object({
  id: Id,
  updated: Type.String(),
  bird: Bird,
  whispers: Type.Array(Whisper, { maxItems: 100 }),
});
const readPage = responseReader(
  Type.Object({ threads: Type.Array(Thread), next: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]) }),
);
const readThread = responseReader(Thread);
const readSent = responseReader(Type.Object({ id: Id }));

export const inbox: Inbox<ParrotCall> = {
  textBytesMax: 200,
  windowMs: 24 * 3_600_000,
  attachmentTypes: ['image', 'file'],
  privateReplies: { windowMs: 3 * 24 * 3_600_000, perHourMax: 10 },
  conversations: async (call, { cursor = '', limit }) => {
    const query = new URLSearchParams({ page: call.account.providerAccountId, after: cursor, limit: String(limit) });
    const reply = await callParrot(call, { method: 'GET', path: `/threads?${query.toString()}`, token: tokenOf(call) });
    if (reply.kind !== 'ok') return toRefusal(reply);
    const page = readPage(reply.json);
    if (page === undefined) return { kind: 'notDone', reason: 'the list of threads could not be parsed' };
    const conversations = page.threads.map(toConversation).filter((thread) => thread !== undefined);
    return { kind: 'conversations', conversations, cursor: page.next ?? undefined };
  },
  conversation: async (call, id) => {
    const reply = await callParrot(call, { method: 'GET', path: threadPath(id), token: tokenOf(call) });
    if (reply.kind !== 'ok') return toReadFailure(reply);
    const thread = readThread(reply.json);
    const conversation = thread && toConversation(thread);
    if (conversation === undefined) return { kind: 'notDone', reason: 'the thread could not be parsed' };
    return { kind: 'conversation', conversation };
  },
  send: async (call, { recipient, content }) => {
    const path = 'commentId' in recipient ? echoPath(recipient.commentId) : threadPath(recipient.conversationId);
    const body = jsonBody(toWhisper(content));
    const reply = await callParrot(call, { method: 'POST', path: `${path}/whispers`, body, token: tokenOf(call) });
    if (reply.kind !== 'ok') return toMessageLimit(reply) ?? toOutcome(reply);
    const sent = readSent(reply.json);
    return sent === undefined ? { kind: 'unknown', reason: 'the response has no ID' } : { kind: 'sent', id: sent.id };
  },
};

const threadPath = (id: string): string => `/threads/${encodeURIComponent(id)}`;
const echoPath = (id: string): string => `/echoes/${encodeURIComponent(id)}`;

function toWhisper(content: MessageContent): object {
  return 'text' in content
    ? { text: content.text }
    : { attachment: { kind: content.type, url: content.attachmentUrl } };
}

/** A server error may hide a sent whisper, whatever its body says. */
function toMessageLimit(failure: ParrotFailure): MessageLimit | undefined {
  if (failure.kind !== 'error' || failure.error.code !== 'bird_asleep' || failure.error.status >= 500) return undefined;
  const { status, code, message } = failure.error;
  return { kind: 'limited', message, platformError: { code: status, subcode: 0, type: code } };
}

function toConversation({ id, updated, bird, whispers }: Static<typeof Thread>): PlatformConversation | undefined {
  const updatedAt = new Date(updated);
  if (Number.isNaN(updatedAt.getTime())) return undefined;
  const username = platformText(bird.handle, 64) || undefined;
  const person = { id: bird.id, name: platformText(bird.name, 64) || undefined, username, pictureUrl: undefined };
  const messages = whispers.map((whisper) => toMessage(bird, whisper)).filter((message) => message !== undefined);
  return { id, updatedAt, participants: [person], messages };
}

function toMessage(bird: Static<typeof Bird>, whisper: Static<typeof Whisper>): PlatformMessage | undefined {
  const { id, mine: isOutgoing, attachment } = whisper;
  const createdAt = new Date(whisper.at);
  if (Number.isNaN(createdAt.getTime())) return undefined;
  const url = webUrl(attachment?.url);
  return {
    id,
    createdAt,
    isKnown: true,
    isOutgoing,
    senderId: isOutgoing ? undefined : bird.id,
    senderName: isOutgoing ? undefined : platformText(bird.handle, 64),
    text: platformText(whisper.text) || undefined,
    attachments: attachment === null || url === undefined ? [] : [{ type: attachment.kind, url }],
    storyReply: undefined,
    isStoryMention: false,
  };
}
