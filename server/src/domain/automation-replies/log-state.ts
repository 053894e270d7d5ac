import type { AutomationLogRow, SkipReason } from '../../db/automation-rows.ts';

type Changes = Partial<AutomationLogRow>;

/** Every end of a step: nothing is being sent, and attempts start from zero. */
const atRest = { sendingSince: null, attemptCount: 0 } as const;

/** Before a request that sends something. A process that dies afterwards leaves it to `unconfirmed`. */
export function startSending(log: AutomationLogRow, now: Date): Changes {
  const attempt = { sendingSince: now, attemptCount: log.attemptCount + 1 };
  return log.status === 'pending' ? { ...attempt, messageSentAt: now } : attempt;
}

/** The platform accepted the message; the public reply, if any, is next. */
export function messageSent(log: AutomationLogRow, sent: { messageId: string; replyDueAt: Date }): Changes {
  const dueAt = log.commentReplyStatus === 'pending' ? sent.replyDueAt : null;
  return { ...atRest, status: 'sent', error: null, sentMessageId: sent.messageId, dueAt };
}

export function skipped(log: AutomationLogRow, skipReason: SkipReason): Changes {
  return { ...atRest, status: 'skipped', skipReason, dueAt: null, ...withoutReply(log) };
}

export function replySent(): Changes {
  return { ...atRest, commentReplyStatus: 'sent', commentReplyError: null, dueAt: null };
}

export function replySkipped(reason: string): Changes {
  return { ...atRest, commentReplyStatus: 'skipped', commentReplyError: reason, dueAt: null };
}

/** The step at hand failed for good: the message, or the public reply after it. */
export function failed(log: AutomationLogRow, error: string): Changes {
  if (log.status === 'pending') return { ...atRest, status: 'failed', error, dueAt: null, ...withoutReply(log) };
  return { ...atRest, commentReplyStatus: 'failed', commentReplyError: error, dueAt: null };
}

/** It may have been sent, so it is neither repeated nor replaced by another message to the person. */
export function unconfirmed(log: AutomationLogRow): Changes {
  const error = 'The platform did not confirm the request: check on the platform whether it took effect';
  return { ...failed(log, error), isUnconfirmed: log.status === 'pending' };
}

/** Nothing was sent: the step is tried again later. */
export function postponed(log: AutomationLogRow, { dueAt, error }: { dueAt: Date; error: string }): Changes {
  const reason = log.status === 'pending' ? { error } : { commentReplyError: error };
  return { sendingSince: null, dueAt, ...reason };
}

/** There is no public reply without the message. */
function withoutReply({ commentReplyStatus }: AutomationLogRow): Changes {
  return commentReplyStatus === null ? {} : { commentReplyStatus: 'skipped' };
}
