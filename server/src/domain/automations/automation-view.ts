import type { AutomationLogRow } from '../../db/automation-rows.ts';
import type { Automation, AutomationLog } from '../../schemas/automation.ts';
import type { StoredAutomation } from './automation-store.ts';

export function automationView(row: StoredAutomation): Automation {
  const { id, accountId, profileId, platform, name, trigger, postId, platformPostId, postTitle } = row;
  const { keywords, excludeKeywords, matchMode, typoTolerance, dmMessage, dmMessageVariations, buttons } = row;
  const { commentReply, commentReplyVariations, dmDelaySeconds, commentReplyDelaySeconds, isActive } = row;
  const { totalTriggered, totalSent, totalFailed } = row;
  return {
    ...{ id, accountId, profileId, platform, name, trigger, postId, platformPostId, postTitle },
    ...{ keywords, excludeKeywords, matchMode, typoTolerance, dmMessage, dmMessageVariations, buttons },
    ...{ commentReply, commentReplyVariations, dmDelaySeconds, commentReplyDelaySeconds, isActive },
    ...{ linkTracking: false, alsoMatchInDms: false, stats: { totalTriggered, totalSent, totalFailed } },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function logView(row: AutomationLogRow): AutomationLog {
  const { id, commentId, platformPostId, commenterId, commenterName, commentText, source, status, skipReason } = row;
  const { error, sentMessageId, buttonsDropped, commentReplyStatus, commentReplyError } = row;
  return {
    ...{ id, commentId, platformPostId, commenterId, commenterName, commentText, source, status, skipReason },
    ...{ error, sentMessageId, buttonsDropped, commentReplyStatus, commentReplyError },
    nextDueAt: row.dueAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
