import type { AutomationLogRow } from '../../db/automation-rows.ts';
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import { requireUsableAccount } from '../automations/automation-account.ts';
import { findAutomation } from '../automations/require-automation.ts';
import type { Ctx } from '../context.ts';
import { endStep } from './end-step.ts';
import { failed, postponed, replySkipped, skipped, unconfirmed } from './log-state.ts';
import { replyInPublic } from './reply-in-public.ts';
import type { ClaimedLog } from './reply-queue-store.ts';
import { sendReply } from './send-reply.ts';

/** Never repeats a request that may have arrived. */
export async function workOnLog(ctx: Ctx, log: ClaimedLog): Promise<void> {
  const automation = await findAutomation(ctx, log.automationId);
  if (log.sendingSince !== null) return await endStep(ctx, { log, automation, changes: unconfirmed(log) });
  if (automation?.isActive !== true) {
    const isPending = log.status === 'pending';
    const changes = isPending ? skipped(log, 'automation_inactive') : replySkipped('The automation is not active');
    return await endStep(ctx, { log, automation, changes });
  }
  try {
    const automationAccount = await requireUsableAccount(ctx, log.accountId);
    const step = { log, automation, automationAccount };
    await (log.status === 'pending' ? sendReply(ctx, step) : replyInPublic(ctx, step));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const changes = afterError(ctx, log, error);
    await endStep(ctx, { log, automation, changes });
  }
}

const retried: readonly ErrorCode[] = ['platformUnavailable', 'platformThrottled', 'connectionDead'];

function afterError(ctx: Ctx, log: AutomationLogRow, { code, message, details }: AppError): Partial<AutomationLogRow> {
  if (code === 'providerOutcomeUnknown') return unconfirmed(log);
  const waitMs = ctx.timing.automationRetryMs[log.attemptCount];
  if (!retried.includes(code) || waitMs === undefined) return failed(log, details.platformError ?? message);
  const dueMs = Math.max(waitMs, (details.retryAfterSeconds ?? 0) * 1000);
  return {
    ...postponed(log, { dueAt: new Date(ctx.clock.now().getTime() + dueMs), error: message }),
    attemptCount: log.attemptCount + 1,
  };
}
