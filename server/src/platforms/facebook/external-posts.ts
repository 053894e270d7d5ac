import type { ExternalPost } from '../adapter.ts';
import { metaExternalPosts } from '../meta/external-posts.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import { meaningOfError, toStepRefusal } from './errors.ts';
import { findListed, listPosts, listReels, type Listed } from './lists.ts';
import { scopes } from './scopes.ts';

const textMax = 65_000;

export const externalPosts = metaExternalPosts({
  outcomes: { meaningOfError, toStepRefusal },
  scopes: scopes.publish,
  site: {
    hosts: ['facebook.com', 'm.facebook.com', 'web.facebook.com'],
    // Of /permalink.php, /photo.php and /watch.
    parameters: ['story_fbid', 'fbid', 'v', 'id'],
  },
  limitMax: 100,
  /** Reels have a separate list, which may overlap with the posts. */
  list: async (call, limit) => {
    const posts = await listPosts(call, limit);
    if (posts.kind !== 'items') return posts;
    const reels = await listReels(call, limit);
    if (reels.kind !== 'items') return reels;
    const urls = new Set(reels.items.map(({ url }) => url));
    const all = [...reels.items, ...posts.items.filter(({ url }) => url === undefined || !urls.has(url))];
    const newest = all.toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime());
    return { kind: 'items', items: newest.map(toExternalPost) };
  },
  idPattern: /^(?:[0-9]{1,30}_)?[0-9]{1,30}$/,
  read: async (call, id) => {
    const result = await findListed(call, id);
    return result.kind === 'items' ? { kind: 'items', items: result.items.map(toExternalPost) } : result;
  },
});

function toExternalPost({ id, url, text, publishedAt, media }: Listed): ExternalPost {
  return {
    platformPostId: id,
    platformPostUrl: url,
    content: platformText(text, textMax) ?? '',
    publishedAt,
    mediaItems: media.map(({ type, thumbnail }) => ({
      type,
      url: type === 'image' ? webUrl(thumbnail) : undefined,
      thumbnail: webUrl(thumbnail),
    })),
  };
}
