import type { Scopes } from '../adapter.ts';

export const metricsScope = 'r_member_postAnalytics';
export const followersScope = 'r_member_profileAnalytics';

export const scopes: Scopes = {
  publish: ['openid', 'profile', 'w_member_social'],
  comments: [],
  messages: [],
  analytics: [metricsScope, followersScope],
};

/** Granted to vetted apps only; without it LinkedIn may refuse members' comments. */
export const commentScope = 'w_member_social_feed';

/** Used only if granted. */
export const readScope = 'r_member_social';

/** Requesting a scope that the app does not have fails the sign-in. */
export const vettedScopes: readonly string[] = [commentScope, readScope, ...scopes.analytics];
