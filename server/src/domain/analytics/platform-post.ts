import type { ExternalPostRow, PlatformPostRow } from '../../db/analytics-rows.ts';
import type { PostRow, TargetStatus } from '../../db/post-rows.ts';
import type { MetricCounts } from './metrics.ts';

export type PostKey = { postId: string } | { postId: null; accountId: string; platformPostId: string };

export type ExternalPlatformPost = MetricCounts &
  PlatformPostFacts &
  Pick<ExternalPostRow, 'platformPostUrl' | 'content' | 'media'>;

export type PlatformPostKey = Pick<PlatformPostRow, 'accountId' | 'platformPostId'>;

export type OwnPlatformPost = MetricCounts &
  Omit<PlatformPostFacts, 'postId'> &
  Pick<PostRow, 'content' | 'scheduledFor' | 'media'> & {
    postId: string;
    postStatus: PostRow['status'];
    targetStatus: TargetStatus;
    platformPostUrl: string | null;
  };

type PlatformPostFacts = Pick<
  PlatformPostRow,
  'accountId' | 'platformPostId' | 'postId' | 'publishedAt' | 'measuredAt' | 'errorMessage'
>;
