import type { ExternalPost } from '../adapter.ts';
import { metaExternalPosts } from '../meta/external-posts.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import { meaningOfError, toStepRefusal } from './errors.ts';
import { findMedia, listMedia, type ListedMedia } from './media-list.ts';
import { scopes } from './scopes.ts';

const captionMax = 10_000;

export const externalPosts = metaExternalPosts({
  outcomes: { meaningOfError, toStepRefusal },
  scopes: scopes.publish,
  site: { hosts: ['instagram.com'], code: /^(?:\/[\w.]+)?\/(?:p|reels?|tv)\/([\w-]+)\/?$/ },
  limitMax: 100,
  list: async (call, limit) => {
    const list = await listMedia(call, { edge: 'media', limit });
    return list.kind === 'items' ? { kind: 'items', items: list.items.map(toExternalPost) } : list;
  },
  idPattern: /^[0-9]{1,30}$/,
  read: async (call, id) => {
    const media = await findMedia(call, id);
    return media.kind === 'items' ? { kind: 'items', items: media.items.map(toExternalPost) } : media;
  },
});

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
