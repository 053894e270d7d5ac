import type { Scopes } from '../adapter.ts';

export const scopes: Scopes = {
  publish: ['tweet.read', 'tweet.write', 'users.read', 'media.write'],
  comments: [],
  messages: [],
  analytics: [],
};

/** Without it there is no refresh token, and the connection ends after two hours. */
export const offlineScope = 'offline.access';
