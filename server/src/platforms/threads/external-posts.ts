import type { ExternalPost } from '../adapter.ts';
import { metaExternalPosts } from '../meta/external-posts.ts';
import { platformText } from '../shared/platform-text.ts';
import { outcomes } from './errors.ts';
import { findThread, listThreads, type ListedThread } from './list.ts';
import { scopes } from './scopes.ts';

const textMax = 10_000;

export const externalPosts = metaExternalPosts({
  outcomes,
  scopes: scopes.publish,
  site: { hosts: ['threads.com', 'threads.net'] },
  limitMax: 100,
  list: async (call, limit) => {
    const list = await listThreads(call, limit);
    return list.kind === 'items' ? { kind: 'items', items: list.items.map(toExternalPost) } : list;
  },
  idPattern: /^[0-9]{1,30}$/,
  read: async (call, id) => {
    const thread = await findThread(call, id);
    return thread.kind === 'items' ? { kind: 'items', items: thread.items.map(toExternalPost) } : thread;
  },
});

function toExternalPost({ id, url, publishedAt, text, media }: ListedThread): ExternalPost {
  return {
    platformPostId: id,
    platformPostUrl: url,
    content: platformText(text, textMax) ?? '',
    publishedAt,
    mediaItems: media,
  };
}
