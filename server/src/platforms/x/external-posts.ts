import type { ExternalPost, ExternalPosts } from '../adapter.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import type { XCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { readById, readTimeline, type Timeline } from './timeline.ts';

const textMax = 30_000;
const idPattern = /^[0-9]{1,19}$/;
const urlPattern = /^https:\/\/(?:(?:www|mobile)\.)?(?:x|twitter)\.com\/[^/]+\/status\/([0-9]{1,19})(?:[/?#]|$)/i;

export const externalPosts: ExternalPosts<XCall> = {
  list: async (call, { limit }) => {
    const timeline = await readTimeline(call, { limit });
    if (timeline.kind !== 'tweets') return toStepRefusal(timeline);
    return { kind: 'posts', posts: toExternalPosts(timeline).slice(0, limit) };
  },

  find: async (call, search) => {
    const id = 'id' in search ? idPattern.exec(search.id)?.[0] : urlPattern.exec(search.url)?.[1];
    if (id === undefined) return { kind: 'post', post: undefined };
    const timeline = await readById(call, id);
    if (timeline.kind !== 'tweets') return toStepRefusal(timeline);
    return { kind: 'post', post: toExternalPosts(timeline)[0] };
  },
};

function toExternalPosts({ tweets, media }: Timeline): ExternalPost[] {
  return tweets.map(({ id, url, text, publishedAt, mediaKeys }) => ({
    platformPostId: id,
    platformPostUrl: url,
    content: platformText(text, textMax) ?? '',
    publishedAt,
    mediaItems: mediaKeys.map((key) => {
      const one = media.get(key);
      const type = one?.type === 'photo' ? ('image' as const) : ('video' as const);
      return { type, url: webUrl(one?.url), thumbnail: webUrl(one?.preview_image_url) };
    }),
  }));
}
