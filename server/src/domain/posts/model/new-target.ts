import type { PostMediaItem, PostTargetRow } from '../../../db/post-rows.ts';
import type { TargetDraft } from '../request/find-targets.ts';
import { contentHash } from './content-hash.ts';
import type { StoredTarget } from './post.ts';
import { publishedParts } from './published-text.ts';
import type { PostContent } from '../request/read-content.ts';

export type TargetPlacement = { status: 'draft' | 'scheduled' | 'pending'; dueAt: Date | null };

type PostContext = {
  postId: string;
  content: PostContent;
  media: readonly PostMediaItem[];
  placement: TargetPlacement;
  createdAt: Date;
};

export function newTarget(draft: TargetDraft, position: number, postContext: PostContext): StoredTarget {
  const { account, customContent, settings } = draft;
  const row: PostTargetRow = {
    ownerId: account.ownerId,
    postId: postContext.postId,
    accountId: account.id,
    liveAccountId: account.id,
    accountUsername: null,
    accountDisplayName: null,
    platform: account.platform,
    profileId: account.profileId,
    position,
    customContent,
    settings,
    contentHash: contentHash(
      publishedParts(postContext.content, { customContent, settings, media: postContext.media }),
    ),
    createdAt: postContext.createdAt,
    ...newTargetState,
    ...postContext.placement,
  };
  const { username, displayName } = account;
  return { ...row, username, displayName, isActive: account.status === 'connected' };
}

export const releasedClaim = { claimToken: null, leaseUntil: null, workerId: null } as const;

export const newTargetState = {
  stage: null,
  foundAt: null,
  claimedAt: null,
  ...releasedClaim,
  attemptCount: 0,
  publishState: null,
  publishStateAt: null,
  sentAt: null,
  settleAfter: null,
  settleCount: 0,
  sendCount: 0,
  giveUpAt: null,
  waiting: null,
  isConfirmed: false,
  error: null,
  errorCode: null,
  warnings: [],
  platformPostId: null,
  partIds: null,
  platformPostUrl: null,
  publishedAt: null,
  followUps: null,
} satisfies Partial<PostTargetRow>;
