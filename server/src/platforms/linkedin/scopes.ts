import type { Scopes } from '../adapter.ts';

export const scopes: Scopes = {
  publish: ['openid', 'profile', 'w_member_social'],
  comments: [],
  messages: [],
  analytics: [],
};

/** LinkedIn grants it to vetted apps only; without it comments of members may be refused. */
export const commentScope = 'w_member_social_feed';

/** Few apps have it, and asking for it without having it ends the sign-in: it is used where it comes along. */
export const readScope = 'r_member_social';
