import type { Scopes } from '../adapter.ts';

export const scopes = {
  publish: ['tweet.read', 'tweet.write', 'users.read', 'media.write'],
  /** Needed for the refresh token: without it the connection ends after two hours. */
  extras: ['offline.access'],
  comments: [],
  messages: [],
  analytics: [],
} satisfies Scopes;
