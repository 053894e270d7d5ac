import { inTransaction } from '../../db/transaction.ts';
import type { MessageContent, NewMessage } from '../../platforms/adapter.ts';
import { scopeOf } from '../access.ts';
import { callForAccount } from '../accounts/call-for-account.ts';
import type { AutomationAccount } from '../automations/automation-account.ts';
import { ensureContact } from '../contacts/ensure-contact.ts';
import { findOptOut } from '../contacts/find-opt-out.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { findConversationWith, storeSentMessage } from '../inbox/store-sent-message.ts';
import { messageSent, postponed, skipped, startSending } from './log-state.ts';
import { lockHourlyUse, selectHourlyUse, updateClaimedLog } from './reply-store.ts';
import { pickText } from './pick-text.ts';
import { endStep, endStepIn, type Step } from './end-step.ts';

export async function sendReply(ctx: Ctx, step: Step): Promise<void> {
  const { log, automation } = step;
  const skipReason = await findSkipReason(ctx, step);
  if (skipReason !== undefined) return await endStep(ctx, { ...step, changes: skipped(log, skipReason) });
  const recipient = await findRecipient(ctx, step);
  if (recipient === undefined) return await endStep(ctx, { ...step, changes: skipped(log, 'reply_window_closed') });
  const text = pickText(ctx.random, automation.dmMessage, automation.dmMessageVariations);
  const buttons = automation.buttons.map(({ title, url }) => ({ title, url }));
  const content = { text, ...(buttons.length === 0 ? {} : { buttons }) };
  const outcome = await send(ctx, step, { recipient, content });
  if (outcome !== 'buttonsRefused') return;
  await send(ctx, step, { recipient, content: { text: withLinks(step.automationAccount, text, buttons) } });
}

async function findSkipReason(ctx: Ctx, { log, automationAccount: { inbox } }: Step) {
  const windowMs = log.source === 'comment' ? (inbox.privateReplies?.windowMs ?? 0) : inbox.windowMs;
  if (ctx.clock.now().getTime() - log.commentedAt.getTime() >= windowMs) return 'reply_window_closed' as const;
  return await findOptOut(ctx, { accountId: log.accountId, platformIdentifier: log.commenterId });
}

async function findRecipient(ctx: Ctx, { log }: Step): Promise<NewMessage['recipient'] | undefined> {
  if (log.source === 'comment') return { commentId: log.commentId };
  const { accountId, commenterId: personId } = log;
  const conversationId = await findConversationWith(ctx, { accountId, personId });
  return conversationId === undefined ? undefined : { conversationId, personId };
}

function withLinks(
  { inbox }: AutomationAccount,
  text: string,
  buttons: readonly { title: string; url: string }[],
): string {
  return buttons.reduce((lines, { title, url }) => {
    const longer = `${lines}\n${title}: ${url}`;
    return Buffer.byteLength(longer) > inbox.textBytesMax ? lines : longer;
  }, text);
}

async function send(ctx: Ctx, step: Step, message: NewMessage): Promise<'buttonsRefused' | undefined> {
  const { log, automationAccount } = step;
  const { account, inbox } = automationAccount;
  const heldUntil = await inTransaction(ctx, (ctx) => reserve(ctx, step));
  if (heldUntil === 'lost') return undefined;
  if (heldUntil !== undefined) {
    const changes = postponed(log, { dueAt: heldUntil, error: 'Held: the hourly limit of private replies is reached' });
    await endStep(ctx, { ...step, changes });
    return undefined;
  }
  await ctx.guard.beforeSend();
  const result = await callForAccount(ctx, account.id, (call) => inbox.send(call, message));
  if (result.kind === 'buttonsRefused') return 'buttonsRefused';
  if (result.kind === 'limited') {
    await endStep(ctx, { ...step, changes: skipped(log, 'reply_window_closed') });
    return undefined;
  }
  await inTransaction(ctx, (ctx) => storeSent(ctx, step, { id: result.id, content: message.content }));
  return undefined;
}

/** Returns until when the log is held, or `lost` if another worker has it. */
async function reserve(ctx: TxCtx, { log, automationAccount }: Step): Promise<Date | 'lost' | undefined> {
  const scope = scopeOf(ctx.caller);
  const perHourMax = automationAccount.inbox.privateReplies?.perHourMax;
  if (log.source === 'comment' && perHourMax !== undefined) {
    await lockHourlyUse(ctx.db, scope, log.accountId);
    const { count, freeAt } = await selectHourlyUse(ctx.db, scope, log);
    if (count >= perHourMax) return freeAt ?? ctx.clock.now();
  }
  const changes = startSending(log, ctx.clock.now());
  const updated = await updateClaimedLog(ctx.db, scope, { id: log.id, claimToken: log.claimToken, changes });
  return updated === undefined ? 'lost' : undefined;
}

/** A private reply may start a conversation that Herald does not know: it is read when the message's echo arrives. */
async function storeSent(ctx: TxCtx, step: Step, { id, content }: { id: string; content: MessageContent }) {
  const { log, automation, automationAccount } = step;
  const { account } = automationAccount;
  const { accountId, commenterId: personId } = log;
  const createdAt = ctx.clock.now();
  const conversationId = await findConversationWith(ctx, { accountId, personId });
  const recipientSource = 'automation';
  if (conversationId !== undefined) {
    await storeSentMessage(ctx, account, { conversationId, id, content, createdAt, recipientSource });
  }
  const person = { id: personId, username: log.commenterName ?? undefined };
  await ensureContact(ctx, { account, person, source: recipientSource });
  const replyDueMs = Math.max(
    createdAt.getTime(),
    log.createdAt.getTime() + automation.commentReplyDelaySeconds * 1000,
  );
  const isWithoutButtons = 'text' in content && content.buttons === undefined;
  const changes = {
    ...messageSent(log, { messageId: id, replyDueAt: new Date(replyDueMs) }),
    buttonsDropped: automation.buttons.length > 0 && isWithoutButtons,
  };
  await endStepIn(ctx, { ...step, changes });
}
