import type { Scopes } from '../adapter.ts';

const prefix = 'https://www.googleapis.com/auth/';

export const scopes: Scopes = {
  publish: [`${prefix}youtube.upload`, `${prefix}youtube.readonly`],
  comments: [`${prefix}youtube.force-ssl`],
  messages: [],
  analytics: [`${prefix}yt-analytics.readonly`],
};

/** Deleting needs more than publishing does. */
export const deleteScopes = scopes.comments;
