import type { AutomationLogRow, SkipReason } from '../../db/automation-rows.ts';

type Changes = Partial<AutomationLogRow>;

const atRest = { sendingSince: null, attemptCount: 0 } as const;

/** Written before the request. If the process dies afterwards, the log becomes `unconfirmed`. */
export function startSending(log: AutomationLogRow, now: Date): Changes {
  const attempt = { sendingSince: now, attemptCount: log.attemptCount + 1 };
  return log.status === 'pending' ? { ...attempt, messageSentAt: now } : attempt;
}

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

export function failed(log: AutomationLogRow, error: string): Changes {
  if (log.status === 'pending') return { ...atRest, status: 'failed', error, dueAt: null, ...withoutReply(log) };
  return { ...atRest, commentReplyStatus: 'failed', commentReplyError: error, dueAt: null };
}

/** The message may have been sent, so it is never repeated or replaced. */
export function unconfirmed(log: AutomationLogRow): Changes {
  const error = 'The platform did not confirm the request: check on the platform whether it took effect';
  return { ...failed(log, error), isUnconfirmed: log.status === 'pending' };
}

export function postponed(log: AutomationLogRow, { dueAt, error }: { dueAt: Date; error: string }): Changes {
  const reason = log.status === 'pending' ? { error } : { commentReplyError: error };
  return { sendingSince: null, dueAt, ...reason };
}

function withoutReply({ commentReplyStatus }: AutomationLogRow): Changes {
  return commentReplyStatus === null ? {} : { commentReplyStatus: 'skipped' };
}
