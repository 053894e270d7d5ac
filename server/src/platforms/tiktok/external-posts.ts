import type { ExternalPosts } from '../adapter.ts';
import type { TiktokCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { listVideos } from './video-list.ts';

export const externalPosts: ExternalPosts<TiktokCall> = {
  list: async (call, { limit }) => {
    const list = await listVideos(call, limit);
    if (list.kind !== 'videos') return toStepRefusal(list);
    const posts = list.videos.slice(0, limit).map(({ id, publishedAt, url, cover, text }) => ({
      platformPostId: id,
      platformPostUrl: url,
      content: text,
      publishedAt,
      mediaItems: [{ type: isPhoto(url) ? ('image' as const) : ('video' as const), url: undefined, thumbnail: cover }],
    }));
    return { kind: 'posts', posts };
  },
};

const isPhoto = (url: string | undefined): boolean => url?.includes('/photo/') === true;
