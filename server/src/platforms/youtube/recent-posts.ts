import type { PlatformAdapter } from '../adapter.ts';
import { networkText, webUrl } from '../shared/network-text.ts';
import { toStepRefusal } from './errors.ts';
import { listUploads } from './uploads-list.ts';

const textMax = 6000;

export const recentPosts: NonNullable<PlatformAdapter['recentPosts']> = async (call, { limit }) => {
  const list = await listUploads(call, limit);
  if (list.kind !== 'videos') return toStepRefusal(call, list);
  const posts = list.videos.slice(0, limit).map(({ id, url, description, publishedAt, thumbnail }) => ({
    platformPostId: id,
    platformPostUrl: url,
    content: networkText(description, textMax) ?? '',
    publishedAt,
    mediaItems: [{ type: 'video' as const, url: undefined, thumbnail: webUrl(thumbnail) }],
  }));
  return { kind: 'posts', posts };
};
