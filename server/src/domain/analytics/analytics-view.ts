import type { PostAnalytics } from '../../schemas/analytics.ts';
import type { Ctx } from '../context.ts';
import { mediaUrl } from '../media/media-urls.ts';
import type { PlatformPost } from './analytics-store.ts';
import { engagementRateOf, pickCounts, sumCounts, type MetricCounts } from './metrics.ts';

type SyncStatus = PostAnalytics['syncStatus'];

/** `platformPosts`: one post on its platforms, at least one. */
export function postAnalyticsView(ctx: Pick<Ctx, 'site'>, platformPosts: readonly PlatformPost[]): PostAnalytics {
  const [first] = platformPosts;
  if (first === undefined) throw new Error('a post without platforms has no analytics');
  const { postId, postStatus, content, scheduledFor, media, platform, platformPostUrl } = first;
  const publishedAt = new Date(Math.min(...platformPosts.map((one) => one.publishedAt.getTime())));
  const syncStatus = syncStatusOf(platformPosts);
  const mediaItems = media.map(({ key, type }) => ({ type, url: mediaUrl(ctx, key), thumbnail: null }));
  return {
    ...{ postId, postzenPostId: postId, status: postStatus, content },
    scheduledFor: scheduledFor?.toISOString() ?? null,
    publishedAt: publishedAt.toISOString(),
    analytics: metricsView(sumCounts(platformPosts), newest(platformPosts)),
    platformAnalytics: platformPosts.map(platformView),
    ...{ platform, platformPostUrl, isExternal: false, syncStatus },
    message: syncStatus === 'pending' ? 'The numbers have not been read yet: try again in a few minutes' : null,
    thumbnailUrl: mediaItems.find(({ type }) => type === 'image')?.url ?? null,
    mediaType: mediaTypeOf(media),
    mediaItems,
  };
}

/** Numbers of one platform are enough. */
function syncStatusOf(platformPosts: readonly PlatformPost[]): SyncStatus {
  if (platformPosts.some(({ measuredAt }) => measuredAt !== null)) return 'synced';
  return platformPosts.some(({ errorMessage }) => errorMessage === null) ? 'pending' : 'failed';
}

function platformView(platformPost: PlatformPost): PostAnalytics['platformAnalytics'][number] {
  const { platform, targetStatus, platformPostId, accountId, username, platformPostUrl, errorMessage } = platformPost;
  const { measuredAt } = platformPost;
  const syncStatus = errorMessage !== null ? 'failed' : measuredAt === null ? 'pending' : 'synced';
  return {
    ...{ platform, status: targetStatus, platformPostId, accountId, accountUsername: username },
    analytics: metricsView(platformPost, measuredAt),
    ...{ syncStatus, platformPostUrl, errorMessage },
  };
}

function metricsView(counts: MetricCounts, lastUpdated: Date | null): PostAnalytics['analytics'] {
  return {
    ...pickCounts(counts),
    engagementRate: engagementRateOf(counts),
    lastUpdated: lastUpdated?.toISOString() ?? null,
  };
}

function newest(platformPosts: readonly PlatformPost[]): Date | null {
  const times = platformPosts.flatMap(({ measuredAt }) => (measuredAt === null ? [] : [measuredAt.getTime()]));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

function mediaTypeOf(media: PlatformPost['media']): PostAnalytics['mediaType'] {
  const [first, ...others] = media;
  if (first === undefined) return 'text';
  if (others.length > 0) return 'carousel';
  if (first.type === 'video') return 'video';
  return first.type === 'document' ? null : 'image';
}
