import type { Scopes } from '../adapter.ts';

export const scopes: Scopes = {
  publish: ['openid', 'profile', 'w_member_social'],
  comments: [],
  messages: [],
  analytics: [],
};

/** Granted to vetted apps only; without it LinkedIn may refuse comments of members. */
export const commentScope = 'w_member_social_feed';

/** Few apps have it, and requesting it without having it fails the sign-in: it is used only if granted. */
export const readScope = 'r_member_social';
