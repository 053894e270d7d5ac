import { inTransaction } from '../../db/transaction.ts';
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import type { AttachmentType, MessageContent, MessageLimit } from '../../platforms/adapter.ts';
import type { MessageSent, SendMessage } from '../../schemas/inbox.ts';
import { scopeOf } from '../access.ts';
import { callForAccount } from '../accounts/call-for-account.ts';
import { checkUrl } from '../check-url.ts';
import type { Ctx } from '../context.ts';
import { takeHourlyCap } from '../plans/take-hourly-cap.ts';
import type { StoredConversation } from './conversation-store.ts';
import { inboxFault, requireInboxAccount, type InboxAccount } from './inbox-account.ts';
import { selectLastReceived } from './message-store.ts';
import { updateSend, type SendKey } from './message-send-store.ts';
import { requireConversation } from './read-conversation.ts';
import { claimSendKey, releaseSendKey, type SendOutcome } from './send-key.ts';
import { storeSentMessage } from './store-sent-message.ts';

type Sending = { conversationId: string; input: SendMessage; key: string | undefined };
type Sent = { data: MessageSent['data']; isReplayed: boolean };

export async function sendMessage(ctx: Ctx, { conversationId, input, key }: Sending): Promise<Sent> {
  const { accountId } = input;
  const inboxAccount = await requireInboxAccount(ctx, accountId);
  const content = readContent(ctx, inboxAccount, input);
  const conversation = await requireConversation(ctx, { accountId, id: conversationId });
  const sendKey = key === undefined ? undefined : { accountId, conversationId, key };
  const stored = sendKey === undefined ? undefined : await claimSendKey(ctx, sendKey, input);
  if (stored !== undefined) return replay(stored);
  const outcome = await sendOnce(ctx, inboxAccount, { conversation, content, sendKey });
  if (outcome.kind === 'failed') throw new AppError(outcome.code, outcome.message, outcome.details);
  return { data: outcome.data, isReplayed: false };
}

function replay(outcome: SendOutcome): Sent {
  if (outcome.kind === 'sent') return { data: outcome.data, isReplayed: true };
  throw new AppError(outcome.code, outcome.message, { ...outcome.details, isReplayed: true });
}

type Attempt = { conversation: StoredConversation; content: MessageContent; sendKey: SendKey | undefined };

/** Codes after which the message may have been sent, or never will be. After all others, the key is free again. */
const final: readonly ErrorCode[] = ['platformRejected', 'providerOutcomeUnknown'];

async function sendOnce(ctx: Ctx, inboxAccount: InboxAccount, attempt: Attempt): Promise<SendOutcome> {
  const result = await callPlatform(ctx, inboxAccount, attempt).catch(async (error: unknown) => {
    // The key stays claimed after a bug or the loss of the database: when its lease ends, the outcome is unknown.
    if (!(error instanceof AppError)) throw error;
    if (final.includes(error.code)) return { kind: 'refused' as const, error };
    if (attempt.sendKey !== undefined) await releaseSendKey(ctx, attempt.sendKey);
    throw error;
  });
  if (result.kind === 'sent') return await store(ctx, inboxAccount, { ...attempt, id: result.id });
  const error = result.kind === 'refused' ? result.error : await limitError(ctx, inboxAccount, attempt, result);
  return await fail(ctx, attempt, error);
}

async function callPlatform(ctx: Ctx, { account, inbox }: InboxAccount, { conversation, content }: Attempt) {
  const fault = inboxFault(ctx, account);
  if (fault !== undefined) throw fault;
  await inTransaction(ctx, (ctx) => takeHourlyCap(ctx, 'message.send'));
  const recipient = { conversationId: conversation.id, personId: conversation.participantId ?? '' };
  const result = await callForAccount(ctx, account.id, (call) => inbox.send(call, { recipient, content }));
  if (result.kind === 'buttonsRefused') throw new Error('The platform refused buttons that were not sent');
  return result;
}

async function fail(ctx: Ctx, { sendKey }: Attempt, { code, message, details }: AppError): Promise<SendOutcome> {
  const outcome: SendOutcome = { kind: 'failed', code, message, details };
  if (sendKey !== undefined) await updateSend(ctx.db, scopeOf(ctx.caller), { ...sendKey, outcome });
  return outcome;
}

/** Message, outcome and event are one transaction. */
async function store(
  ctx: Ctx,
  { account }: InboxAccount,
  { conversation, content, sendKey, id }: Attempt & { id: string },
): Promise<SendOutcome> {
  const createdAt = ctx.clock.now();
  const text = 'text' in content ? content.text : undefined;
  const data = {
    ...{ messageId: id, conversationId: conversation.id, sentAt: createdAt.toISOString() },
    message: text ?? null,
  };
  const outcome: SendOutcome = { kind: 'sent', data };
  await inTransaction(ctx, async (ctx) => {
    if (sendKey !== undefined) await updateSend(ctx.db, scopeOf(ctx.caller), { ...sendKey, outcome });
    await storeSentMessage(ctx, account, { conversationId: conversation.id, id, content, createdAt });
  });
  return outcome;
}

async function limitError(
  ctx: Ctx,
  { account }: InboxAccount,
  { conversation }: Attempt,
  { message, platformError }: MessageLimit,
): Promise<AppError> {
  const key = { accountId: account.id, conversationId: conversation.id };
  const lastReceivedAt = await selectLastReceived(ctx.db, scopeOf(ctx.caller), key);
  const { code, subcode, type, traceId } = platformError;
  return new AppError('platformLimitation', message, {
    platform: account.platform,
    messageLimit: { code, subcode, type, ...(traceId === undefined ? {} : { fbtraceId: traceId }) },
    lastMessageReceivedAt: lastReceivedAt?.toISOString() ?? null,
  });
}

function readContent(ctx: Ctx, { account, inbox }: InboxAccount, input: SendMessage): MessageContent {
  const { message, attachmentUrl } = input;
  if ((message === undefined) === (attachmentUrl === undefined)) {
    throw new AppError('validation', 'Send either message or attachmentUrl', { param: null });
  }
  if (attachmentUrl !== undefined) {
    checkUrl(ctx, { url: attachmentUrl, param: 'attachmentUrl' });
    return { attachmentUrl, type: readType(inbox.attachmentTypes, input) };
  }
  const text = message ?? '';
  const bytes = Buffer.byteLength(text);
  if (bytes <= inbox.textBytesMax) return { text };
  const fault = `message has ${bytes} bytes; ${account.platform} allows ${inbox.textBytesMax}`;
  throw new AppError('validation', fault, { param: 'message' });
}

const extensions: Readonly<Record<AttachmentType, RegExp>> = {
  image: /\.(jpe?g|png|gif|webp)$/i,
  video: /\.(mp4|mov|webm|avi|ogv|ogg)$/i,
  audio: /\.(aac|m4a|wav|mp3)$/i,
  file: /\.pdf$/i,
};

function readType(
  known: readonly AttachmentType[],
  { attachmentUrl = '', attachmentType }: SendMessage,
): AttachmentType {
  const path = URL.parse(attachmentUrl)?.pathname ?? '';
  const type = attachmentType ?? known.find((one) => extensions[one].test(path));
  if (type !== undefined && known.includes(type)) return type;
  const message = `attachmentType must be one of ${known.join(', ')}: the URL does not reveal what the attachment is`;
  throw new AppError('validation', message, { param: 'attachmentType' });
}
