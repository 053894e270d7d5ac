import type { Generated } from 'kysely';

export type PostStatus =
  'draft' | 'scheduled' | 'queued' | 'publishing' | 'published' | 'partially_failed' | 'failed' | 'canceled';
export type TargetStatus = 'draft' | 'scheduled' | 'pending' | 'publishing' | 'published' | 'failed' | 'canceled';

/** A file as a post keeps it. */
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
  owner_id: string;
  key_id: string | null;
  title: string;
  content: string;
  status: PostStatus;
  scheduled_for: Date | null;
  timezone: string;
  queue_id: string | null;
  media: readonly PostMediaItem[];
  tags: string[];
  hashtags: string[];
  mentions: string[];
  metadata: Readonly<Record<string, unknown>> | null;
  late_minutes_max: number;
  late_otherwise: 'hold' | 'skip';
  profile_ids: string[];
  accepted_at: Date | null;
  published_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

type TargetStage = 'claimed' | 'preparing' | 'sending' | 'polling' | 'reconciling' | 'accepted';

/** Why a target waits. `code`: its error if it never gets any further. */
export type TargetWaiting = {
  reason: string;
  code: TargetErrorCode;
  /** The platform answered with a refusal that no error table knows. */
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
  owner_id: string;
  post_id: string;
  account_id: string;
  live_account_id: string | null;
  account_username: string | null;
  account_display_name: string | null;
  platform: string;
  profile_id: string;
  position: number;
  custom_content: string | null;
  settings: Readonly<Record<string, unknown>> | null;
  status: TargetStatus;
  stage: TargetStage | null;
  due_at: Date | null;
  found_at: Date | null;
  claimed_at: Date | null;
  claim_token: string | null;
  lease_until: Date | null;
  worker_id: string | null;
  attempt_count: number;
  handle: Readonly<{ v: number } & Record<string, unknown>> | null;
  handle_at: Date | null;
  sent_at: Date | null;
  settle_after: Date | null;
  settle_count: number;
  send_count: number;
  give_up_at: Date | null;
  waiting: Readonly<TargetWaiting> | null;
  is_confirmed: boolean;
  fingerprint: Buffer | null;
  error: string | null;
  error_code: TargetErrorCode | null;
  warnings: string[];
  platform_post_id: string | null;
  part_ids: string[] | null;
  platform_post_url: string | null;
  published_at: Date | null;
  follow_ups: unknown;
  created_at: Date;
};

export type PostTimelineRow = {
  owner_id: string;
  post_id: string;
  number: Generated<string>;
  at: Date;
  kind: string;
  account_id: string | null;
  summary: string;
  detail: unknown;
};

export type IdempotencyKeyRow = {
  owner_id: string;
  scope: string;
  key: string;
  resource_id: string;
  created_at: Date;
  expires_at: Date | null;
};
