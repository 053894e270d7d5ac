import { inTransaction } from '../../db/transaction.ts';
import { scopeOf } from '../access.ts';
import { callForAccount } from '../accounts/call-for-account.ts';
import type { Ctx } from '../context.ts';
import { replySent, replySkipped, startSending } from './log-state.ts';
import { updateClaimedLog } from './reply-store.ts';
import { pickText } from './pick-text.ts';
import { endStep, type Step } from './end-step.ts';

export async function replyInPublic(ctx: Ctx, step: Step): Promise<void> {
  const { log, automation, automationAccount } = step;
  const { account, comments } = automationAccount;
  if (automation.commentReply === null || log.platformPostId === null) {
    return await endStep(ctx, { ...step, changes: replySkipped('The automation has no commentReply any more') });
  }
  const text = pickText(ctx.random, automation.commentReply, automation.commentReplyVariations);
  const changes = startSending(log, ctx.clock.now());
  const isOurs = await inTransaction(ctx, (ctx) =>
    updateClaimedLog(ctx.db, scopeOf(ctx.caller), { id: log.id, claimToken: log.claimToken, changes }),
  );
  if (isOurs === undefined) return;
  await ctx.guard.beforeSend();
  const reply = { postId: log.platformPostId, parentId: log.commentId, text, attachmentUrl: undefined };
  await callForAccount(ctx, account.id, (call) => comments.create(call, reply));
  await endStep(ctx, { ...step, changes: replySent() });
}
