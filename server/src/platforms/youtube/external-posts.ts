import type { ExternalPosts } from '../adapter.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import type { YoutubeCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { listUploads } from './uploads-list.ts';

const textMax = 6000;

export const externalPosts: ExternalPosts<YoutubeCall> = {
  list: async (call, { limit }) => {
    const list = await listUploads(call, limit);
    if (list.kind !== 'videos') return toStepRefusal(call, list);
    const posts = list.videos.slice(0, limit).map(({ id, url, description, publishedAt, thumbnail }) => ({
      platformPostId: id,
      platformPostUrl: url,
      content: platformText(description, textMax) ?? '',
      publishedAt,
      mediaItems: [{ type: 'video' as const, url: undefined, thumbnail: webUrl(thumbnail) }],
    }));
    return { kind: 'posts', posts };
  },
};
