type AutomationButton = { type: 'url'; title: string; url: string };

export type AutomationRow = {
  ownerId: string;
  accountId: string;
  id: string;
  name: string;
  trigger: 'comment' | 'story_reply';
  postId: string | null;
  platformPostId: string | null;
  postTitle: string | null;
  keywords: string[];
  excludeKeywords: string[];
  matchMode: 'contains' | 'word' | 'exact';
  typoTolerance: boolean;
  dmMessage: string;
  dmMessageVariations: string[];
  buttons: AutomationButton[];
  commentReply: string | null;
  commentReplyVariations: string[];
  dmDelaySeconds: number;
  commentReplyDelaySeconds: number;
  isActive: boolean;
  activatedAt: Date;
  totalTriggered: number;
  totalSent: number;
  totalFailed: number;
  deletedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

export type SkipReason =
  | 'already_sent_to_contact'
  | 'automation_inactive'
  | 'contact_blocked'
  | 'contact_unsubscribed'
  | 'reply_window_closed';

export type AutomationLogRow = {
  ownerId: string;
  automationId: string;
  id: string;
  accountId: string;
  source: 'comment' | 'story_reply';
  commentId: string;
  platformPostId: string | null;
  commenterId: string;
  commenterName: string | null;
  commentText: string;
  commentedAt: Date;
  status: 'pending' | 'sent' | 'failed' | 'skipped';
  skipReason: SkipReason | null;
  error: string | null;
  isUnconfirmed: boolean;
  sentMessageId: string | null;
  buttonsDropped: boolean;
  commentReplyStatus: 'pending' | 'sent' | 'failed' | 'skipped' | null;
  commentReplyError: string | null;
  dueAt: Date | null;
  attemptCount: number;
  sendingSince: Date | null;
  messageSentAt: Date | null;
  claimToken: string | null;
  leaseUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
};
