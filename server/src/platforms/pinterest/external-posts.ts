import type { ExternalPosts } from '../adapter.ts';
import type { PinterestCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { listPins } from './pins.ts';

export const externalPosts: ExternalPosts<PinterestCall> = {
  list: async (call, { limit }) => {
    const list = await listPins(call, limit);
    if (list.kind !== 'pins') return toStepRefusal(list);
    const posts = list.pins.slice(0, limit).map(({ id, url, publishedAt, description, mediaType, imageUrl }) => ({
      platformPostId: id,
      platformPostUrl: url,
      content: description,
      publishedAt,
      mediaItems: [
        { type: mediaType === 'video' ? ('video' as const) : ('image' as const), url: imageUrl, thumbnail: imageUrl },
      ],
    }));
    return { kind: 'posts', posts };
  },
};
