import type { ExternalPost, ExternalPosts } from '../adapter.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import type { InstagramCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { listMedia, type ListedMedia } from './media-list.ts';
import { scopes } from './scopes.ts';

const captionMax = 10_000;
const limitMax = 50;

export const externalPosts: ExternalPosts<InstagramCall> = {
  list: async (call, { limit }) => {
    const list = await listMedia(call, { edge: 'media', limit: Math.min(limit, limitMax) });
    if (list.kind !== 'items') return toStepRefusal(list, scopes.publish);
    return { kind: 'posts', posts: list.items.map(toExternalPost) };
  },
};

function toExternalPost(item: ListedMedia): ExternalPost {
  const parts = item.children?.data ?? [item];
  return {
    platformPostId: String(item.id),
    platformPostUrl: webUrl(item.permalink),
    content: platformText(item.caption, captionMax) ?? '',
    publishedAt: item.publishedAt,
    mediaItems: parts.map(({ media_type: type, media_url: url, thumbnail_url: thumbnail }) => ({
      type: type === 'VIDEO' ? 'video' : 'image',
      url: webUrl(url),
      thumbnail: webUrl(thumbnail),
    })),
  };
}
