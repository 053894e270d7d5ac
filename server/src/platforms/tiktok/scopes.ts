import type { Scopes } from '../adapter.ts';

export const draftScopes = ['video.upload'];

export const analyticsScopes = { followers: ['user.info.stats'], metrics: ['video.list'] };

export const scopes = {
  publish: ['user.info.basic', 'video.publish'],
  /** For usernames, drafts, and the list that `settle` searches. */
  extras: ['user.info.profile', ...draftScopes, 'video.list'],
  comments: [],
  messages: [],
  analytics: [...analyticsScopes.followers, ...analyticsScopes.metrics],
} satisfies Scopes;
