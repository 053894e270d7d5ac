import type { ExternalPosts } from '../adapter.ts';
import { platformText } from '../shared/platform-text.ts';
import type { ThreadsCall } from './call.ts';
import { outcomes } from './errors.ts';
import { listThreads } from './list.ts';
import { scopes } from './scopes.ts';

const textMax = 10_000;

export const externalPosts: ExternalPosts<ThreadsCall> = {
  list: async (call, { limit }) => {
    const list = await listThreads(call, limit);
    if (list.kind !== 'items') return outcomes.toStepRefusal(list, scopes.publish);
    const posts = list.items.slice(0, limit).map(({ id, url, publishedAt, text, media }) => ({
      platformPostId: id,
      platformPostUrl: url,
      content: platformText(text, textMax) ?? '',
      publishedAt,
      mediaItems: media,
    }));
    return { kind: 'posts', posts };
  },
};
