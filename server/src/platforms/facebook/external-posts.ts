import type { ExternalPost, ExternalPosts } from '../adapter.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import type { FacebookCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { listPosts, listReels, type Listed } from './lists.ts';
import { scopes } from './scopes.ts';

const textMax = 65_000;
const limitMax = 100;

export const externalPosts: ExternalPosts<FacebookCall> = {
  /** Reels have a separate list; one that is in both lists is returned once. */
  list: async (call, query) => {
    const limit = Math.min(query.limit, limitMax);
    const posts = await listPosts(call, limit);
    if (posts.kind !== 'items') return toStepRefusal(posts, scopes.publish);
    const reels = await listReels(call, limit);
    if (reels.kind !== 'items') return toStepRefusal(reels, scopes.publish);
    const urls = new Set(reels.items.map(({ url }) => url));
    const all = [...reels.items, ...posts.items.filter(({ url }) => url === undefined || !urls.has(url))];
    const newest = all.toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime());
    return { kind: 'posts', posts: newest.slice(0, limit).map(toExternalPost) };
  },
};

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
