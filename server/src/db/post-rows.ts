import type { Generated } from 'kysely';

export type PostStatus =
  'draft' | 'scheduled' | 'queued' | 'publishing' | 'published' | 'partially_failed' | 'failed' | 'canceled';
export type TargetStatus = 'draft' | 'scheduled' | 'pending' | 'publishing' | 'published' | 'failed' | 'canceled';

export type PostMediaItem = {
  key: string;
  title: string;
  type: 'image' | 'video' | 'gif' | 'document';
  contentType: string;
  sizeBytes: number;
  checksum: string;
  width?: number;
  height?: number;
  durationMs?: number;
  videoCodec?: string;
};

export type PostRow = {
  id: string;
  ownerId: string;
  keyId: string | null;
  title: string;
  content: string;
  status: PostStatus;
  scheduledFor: Date | null;
  timezone: string;
  queueId: string | null;
  media: readonly PostMediaItem[];
  tags: string[];
  hashtags: string[];
  mentions: string[];
  metadata: Readonly<Record<string, unknown>> | null;
  lateMinutesMax: number;
  lateOtherwise: 'hold' | 'skip';
  profileIds: string[];
  acceptedAt: Date | null;
  publishedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

type TargetStage = 'claimed' | 'preparing' | 'sending' | 'polling' | 'reconciling' | 'accepted';

/** `code` becomes the target's error if it fails for this reason. */
export type TargetWaiting = {
  reason: string;
  code: TargetErrorCode;
  /** The adapter does not know the platform's error. */
  isRefusal?: true;
};

export type TargetErrorCode =
  | 'validation'
  | 'mediaUnavailable'
  | 'connectionDead'
  | 'platformCapabilityMissing'
  | 'platformRejected'
  | 'platformAppProblem'
  | 'platformUnavailable'
  | 'rateLimited'
  | 'container_timeout'
  | 'outcomeUnknown';

export type PostTargetRow = {
  ownerId: string;
  postId: string;
  accountId: string;
  liveAccountId: string | null;
  accountUsername: string | null;
  accountDisplayName: string | null;
  platform: string;
  profileId: string;
  position: number;
  customContent: string | null;
  settings: Readonly<Record<string, unknown>> | null;
  status: TargetStatus;
  stage: TargetStage | null;
  dueAt: Date | null;
  foundAt: Date | null;
  claimedAt: Date | null;
  claimToken: string | null;
  leaseUntil: Date | null;
  workerId: string | null;
  attemptCount: number;
  publishState: Readonly<{ v: number } & Record<string, unknown>> | null;
  publishStateAt: Date | null;
  sentAt: Date | null;
  settleAfter: Date | null;
  settleCount: number;
  sendCount: number;
  giveUpAt: Date | null;
  waiting: Readonly<TargetWaiting> | null;
  isConfirmed: boolean;
  contentHash: Buffer | null;
  error: string | null;
  errorCode: TargetErrorCode | null;
  warnings: string[];
  platformPostId: string | null;
  partIds: string[] | null;
  platformPostUrl: string | null;
  publishedAt: Date | null;
  followUps: unknown;
  createdAt: Date;
};

export type PostTimelineRow = {
  ownerId: string;
  postId: string;
  number: Generated<string>;
  at: Date;
  kind: string;
  accountId: string | null;
  summary: string;
  detail: unknown;
};

export type IdempotencyKeyRow = {
  ownerId: string;
  scope: string;
  key: string;
  resourceId: string;
  createdAt: Date;
  expiresAt: Date | null;
};

export const targetJson = ['settings', 'publishState', 'followUps', 'waiting'] as const;
