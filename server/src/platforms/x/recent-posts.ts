import type { Adapter } from '../adapter.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import type { XCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { readTimeline } from './timeline.ts';

const textMax = 30_000;

export const recentPosts: NonNullable<Adapter<XCall>['recentPosts']> = async (call, { limit }) => {
  const timeline = await readTimeline(call, { limit });
  if (timeline.kind !== 'tweets') return toStepRefusal(timeline);
  const posts = timeline.tweets.slice(0, limit).map(({ id, url, text, publishedAt, mediaKeys }) => ({
    platformPostId: id,
    platformPostUrl: url,
    content: platformText(text, textMax) ?? '',
    publishedAt,
    mediaItems: mediaKeys.map((key) => {
      const media = timeline.media.get(key);
      const type = media?.type === 'photo' ? ('image' as const) : ('video' as const);
      return { type, url: webUrl(media?.url), thumbnail: webUrl(media?.preview_image_url) };
    }),
  }));
  return { kind: 'posts', posts };
};
