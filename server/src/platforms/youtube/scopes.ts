import type { Scopes } from '../adapter.ts';

const prefix = 'https://www.googleapis.com/auth/';

export const deleteScopes = [`${prefix}youtube.force-ssl`];

export const scopes = {
  publish: [`${prefix}youtube.upload`, `${prefix}youtube.readonly`],
  extras: deleteScopes,
  comments: [`${prefix}youtube.force-ssl`],
  messages: [],
  analytics: [`${prefix}youtube.readonly`],
} satisfies Scopes;
