import { Type } from 'typebox';
import type {
  ButtonsRefused,
  Inbox,
  MessageButton,
  MessageContent,
  MessageLimit,
  NewMessage,
  PlatformPerson,
} from '../adapter.ts';
import { callAsAccount, listItems, pageQuery } from '../meta/client.ts';
import type { GraphFailure } from '../meta/graph.ts';
import { metaReadFailures, toMissing } from '../meta/read-failures.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { InstagramAccountCall, InstagramCall } from './call.ts';
import { conversationFields, MessagingId, toConversation } from './conversations.ts';
import { meaningOfError, meaningOfSubcode, toSendOutcome, toStepRefusal } from './errors.ts';
import { scopes } from './scopes.ts';

const { readFailure } = metaReadFailures({ outcomes: { meaningOfError, toStepRefusal }, scopes: scopes.messages });
const readSent = responseReader(Type.Object({ message_id: MessagingId }));

export const inbox: Inbox<InstagramCall> = {
  textBytesMax: 1000,
  windowMs: 24 * 3_600_000,
  attachmentTypes: ['image', 'video', 'audio', 'file'],
  privateReplies: { windowMs: 7 * 24 * 3_600_000, perHourMax: 750 },
  buttons: { textLengthMax: 640 },
  conversations: async (call, page) => {
    const list = await listItems(call, {
      path: `${call.account.providerAccountId}/conversations`,
      query: { platform: 'instagram', ...pageQuery(conversationFields, page) },
      read: (value) => toConversation(call.account, value),
    });
    if (list.kind !== 'items') return toStepRefusal(list, scopes.messages);
    return { kind: 'conversations', conversations: list.items.slice(0, page.limit), cursor: list.cursor };
  },
  conversation: async (call, id) => {
    const reply = await callAsAccount(call, encodeURIComponent(id), { query: { fields: conversationFields } });
    // Other objects lack these fields: an invalid parameter for Instagram.
    if (reply.kind === 'error' && reply.error.code === 100) return toMissing(reply);
    if (reply.kind !== 'ok') return readFailure(reply);
    const conversation = toConversation(call.account, reply.json);
    if (conversation === undefined) return { kind: 'notDone', reason: 'the conversation could not be parsed' };
    const participants = await Promise.all(conversation.participants.map((person) => withProfile(call, person)));
    return { kind: 'conversation', conversation: { ...conversation, participants } };
  },
  send: async (call, { recipient, content }) => {
    const form = { recipient: JSON.stringify(toRecipient(recipient)), message: JSON.stringify(toMessage(content)) };
    const reply = await callAsAccount(call, `${call.account.providerAccountId}/messages`, { form });
    if (reply.kind !== 'ok') {
      return toMessageLimit(reply) ?? toButtonsRefused(content, reply) ?? toSendOutcome(reply, scopesFor(recipient));
    }
    const sent = readSent(reply.json);
    return sent === undefined
      ? { kind: 'unknown', reason: 'the response has no message ID' }
      : { kind: 'sent', id: sent.message_id };
  },
};

/** Instagram refuses profiles of people who have not consented. */
async function withProfile(call: InstagramAccountCall, person: PlatformPerson): Promise<PlatformPerson> {
  const fields = 'name,username,profile_pic';
  const reply = await callAsAccount(call, person.id, { query: { fields } });
  if (reply.kind !== 'ok') return person;
  const { name, username, profile_pic: picture } = reply.json;
  return {
    id: person.id,
    name: platformText(name, 200) || undefined,
    username: platformText(username, 100) || person.username,
    pictureUrl: webUrl(picture),
  };
}

function toRecipient(recipient: NewMessage['recipient']): object {
  return 'commentId' in recipient ? { comment_id: recipient.commentId } : { id: recipient.personId };
}

const scopesFor = (recipient: NewMessage['recipient']): readonly string[] =>
  'commentId' in recipient ? [...scopes.comments, ...scopes.messages] : scopes.messages;

function toMessage(content: MessageContent): object {
  if (!('text' in content)) return { attachment: { type: content.type, payload: { url: content.attachmentUrl } } };
  const { text, buttons = [] } = content;
  if (buttons.length === 0) return { text };
  const payload = { template_type: 'button', text, buttons: buttons.map(toLink) };
  return { attachment: { type: 'template', payload } };
}

const toLink = ({ title, url }: MessageButton): object => ({ type: 'web_url', url, title });

/** Instagram does not document where buttons are accepted. Subcodes with a meaning of their own have other causes. */
function toButtonsRefused(content: MessageContent, failure: GraphFailure): ButtonsRefused | undefined {
  const hasButtons = 'text' in content && (content.buttons?.length ?? 0) > 0;
  if (!hasButtons || failure.kind !== 'error') return undefined;
  const { error } = failure;
  const hasOtherCause = meaningOfSubcode(error.subcode) !== undefined || meaningOfError(error) === 'missing';
  if (error.code !== 100 || error.status >= 500 || hasOtherCause) return undefined;
  return { kind: 'buttonsRefused', reason: error.platformError };
}

/** 24 hours after the person's last message, seven days after a comment. */
const windowClosed = 2534022;

/** A server error may hide a sent message, whatever its body says. */
function toMessageLimit(failure: GraphFailure): MessageLimit | undefined {
  if (failure.kind !== 'error' || failure.error.subcode !== windowClosed || failure.error.status >= 500)
    return undefined;
  const { code, message, type = 'IGApiException', traceId } = failure.error;
  const platformError = { code, subcode: windowClosed, type, ...(traceId === undefined ? {} : { traceId }) };
  return { kind: 'limited', message, platformError };
}
