import type { ExternalPostView } from '../../schemas/external-post.ts';
import { mediaItemsView, mediaTypeOf, metricsView, thumbnailOf } from '../analytics/analytics-view.ts';
import type { ExternalPlatformPost } from '../analytics/platform-post.ts';

export type ShownPost = Omit<ExternalPlatformPost, 'accountId' | 'postId' | 'errorMessage'>;

export function externalPostView(platform: string, post: ShownPost): ExternalPostView {
  const { platformPostId, platformPostUrl, content, publishedAt, media, measuredAt } = post;
  const mediaItems = mediaItemsView(media);
  return {
    ...{ platform, platformPostId, platformPostUrl, content },
    publishedAt: publishedAt.toISOString(),
    mediaType: mediaTypeOf(media),
    mediaUrl: mediaItems[0]?.url ?? null,
    thumbnailUrl: thumbnailOf(mediaItems),
    mediaItems,
    analytics: metricsView(post, measuredAt),
  };
}
