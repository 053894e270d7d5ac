import type { Scopes } from '../adapter.ts';

export const draftScopes = ['video.upload'];

export const scopes = {
  publish: ['user.info.basic', 'video.publish'],
  /** Names, drafts, and the list in which lost posts are looked up. */
  extras: ['user.info.profile', ...draftScopes, 'video.list'],
  comments: [],
  messages: [],
  analytics: ['user.info.stats', 'video.list'],
} satisfies Scopes;
