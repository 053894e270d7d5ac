import type { Scopes } from '../adapter.ts';

export const analyticsScopes = { followers: ['user_accounts:read'], metrics: ['boards:read', 'pins:read'] };

/** Creating a pin changes its board, so it needs both scopes. */
export const scopes = {
  publish: ['user_accounts:read', 'boards:read', 'boards:write', 'pins:read', 'pins:write'],
  /** For secret boards. */
  extras: ['boards:read_secret', 'boards:write_secret', 'pins:read_secret', 'pins:write_secret'],
  comments: [],
  messages: [],
  analytics: [...analyticsScopes.followers, ...analyticsScopes.metrics],
} satisfies Scopes;

export function boardScopes(privacy: string): readonly string[] {
  const open = ['boards:read', 'boards:write'];
  return privacy === 'SECRET' ? [...open, 'boards:write_secret'] : open;
}
