/** A person's task on a Page, not a scope, but publishing fails without it. */
export const publishTask = 'CREATE_CONTENT';

const publish = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'] as const;

export const scopes = {
  publish: [...publish, publishTask],
  /** For first comments. */
  extras: ['pages_manage_engagement'],
  comments: ['pages_manage_engagement', 'pages_read_user_content'],
  messages: ['pages_messaging'],
  analytics: ['read_insights'],
} as const;

export const subscribeScope = 'pages_manage_metadata';

/** Pages of business portfolios need `business_management`, which operators add themselves. */
export const requestedScopes: readonly string[] = [...publish, ...scopes.comments, subscribeScope, ...scopes.analytics];
