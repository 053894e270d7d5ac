import type { PostAnalytics } from '../../schemas/analytics.ts';
import type { Ctx } from '../context.ts';
import { mediaUrl } from '../media/media-urls.ts';
import type { AnalyticsFilter } from './analytics-filter.ts';
import type { ExternalPlatformPost, OwnPlatformPost } from './platform-post.ts';
import { engagementRateOf, pickCounts, sumCounts, type MetricCounts } from './metrics.ts';

type SyncStatus = PostAnalytics['syncStatus'];

type Accounts = AnalyticsFilter['accounts'];

export function ownPostView(
  ctx: Pick<Ctx, 'site'>,
  platformPosts: readonly OwnPlatformPost[],
  accounts: Accounts,
): PostAnalytics {
  const [first] = platformPosts;
  if (first === undefined) throw new Error('a post without platforms has no analytics');
  const { postId, postStatus, content, scheduledFor, media } = first;
  const mediaItems = media.map(({ key, type }) => ({ type, url: mediaUrl(ctx, key), thumbnail: null }));
  return {
    ...{ postId, postzenPostId: postId, status: postStatus, content },
    scheduledFor: scheduledFor?.toISOString() ?? null,
    ...numbersView(
      platformPosts.map((one) => platformView(one, accounts, one.targetStatus)),
      platformPosts,
    ),
    isExternal: false,
    thumbnailUrl: mediaItems.find(({ type }) => type === 'image')?.url ?? null,
    mediaType: mediaTypeOf(media),
    mediaItems,
  };
}

export function externalPostView(post: ExternalPlatformPost, accounts: Accounts): PostAnalytics {
  const mediaItems = mediaItemsView(post.media);
  return {
    ...{ postId: post.platformPostId, postzenPostId: null, status: 'published', content: post.content },
    scheduledFor: null,
    ...numbersView([platformView(post, accounts, 'published')], [post]),
    isExternal: true,
    thumbnailUrl: thumbnailOf(mediaItems),
    mediaType: mediaTypeOf(post.media),
    mediaItems,
  };
}

export function mediaItemsView(media: ExternalPlatformPost['media']): PostAnalytics['mediaItems'] {
  return media.map(({ type, url = null, thumbnail = null }) => ({ type, url, thumbnail }));
}

export function thumbnailOf(mediaItems: PostAnalytics['mediaItems']): string | null {
  const [first] = mediaItems;
  return first?.thumbnail ?? (first?.type === 'image' ? first.url : null);
}

type Measured = MetricCounts & { publishedAt: Date; measuredAt: Date | null; errorMessage: string | null };

function numbersView(platformAnalytics: PostAnalytics['platformAnalytics'], platformPosts: readonly Measured[]) {
  const syncStatus = syncStatusOf(platformPosts);
  const publishedAt = Math.min(...platformPosts.map((one) => one.publishedAt.getTime()));
  return {
    publishedAt: new Date(publishedAt).toISOString(),
    analytics: metricsView(sumCounts(platformPosts), newest(platformPosts)),
    platformAnalytics,
    platform: platformAnalytics[0]?.platform ?? '',
    platformPostUrl: platformAnalytics[0]?.platformPostUrl ?? null,
    syncStatus,
    message: syncStatus === 'pending' ? 'The numbers have not been read yet: try again in a few minutes' : null,
  };
}

function syncStatusOf(platformPosts: readonly Measured[]): SyncStatus {
  if (platformPosts.some(({ measuredAt }) => measuredAt !== null)) return 'synced';
  return platformPosts.some(({ errorMessage }) => errorMessage === null) ? 'pending' : 'failed';
}

function platformView(
  platformPost: OwnPlatformPost | ExternalPlatformPost,
  accounts: Accounts,
  status: string,
): PostAnalytics['platformAnalytics'][number] {
  const { platformPostId, accountId, platformPostUrl, errorMessage, measuredAt } = platformPost;
  const { platform = '', username = '' } = accounts.get(accountId) ?? {};
  const syncStatus = errorMessage !== null ? 'failed' : measuredAt === null ? 'pending' : 'synced';
  return {
    ...{ platform, status, platformPostId, accountId, accountUsername: username },
    analytics: metricsView(platformPost, measuredAt),
    ...{ syncStatus, platformPostUrl, errorMessage },
  };
}

export function metricsView(counts: MetricCounts, lastUpdated: Date | null): PostAnalytics['analytics'] {
  return {
    ...pickCounts(counts),
    engagementRate: engagementRateOf(counts),
    lastUpdated: lastUpdated?.toISOString() ?? null,
  };
}

function newest(platformPosts: readonly Measured[]): Date | null {
  const times = platformPosts.flatMap(({ measuredAt }) => (measuredAt === null ? [] : [measuredAt.getTime()]));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

export function mediaTypeOf(media: readonly { type: string }[]): PostAnalytics['mediaType'] {
  const [first, ...others] = media;
  if (first === undefined) return 'text';
  if (others.length > 0) return 'carousel';
  if (first.type === 'video') return 'video';
  return first.type === 'document' ? null : 'image';
}
