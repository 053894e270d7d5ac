import type { Scopes } from '../adapter.ts';

export const scopes: Scopes = {
  publish: ['user.info.basic', 'video.publish'],
  comments: [],
  messages: [],
  analytics: ['user.info.stats', 'video.list'],
};

export const draftScopes = ['video.upload'];

/** Names, drafts and the list in which lost posts are looked for: nice to have. */
const more = ['user.info.profile', ...draftScopes];

export const askedScopes = [...new Set([...scopes.publish, ...more, ...scopes.analytics])];
