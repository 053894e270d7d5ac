/** What a person may do on a Page is not a scope to Facebook, but without it the scopes are of no use. */
export const publishTask = 'CREATE_CONTENT';

const publish = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'] as const;

export const scopes = {
  publish: [...publish, publishTask],
  /** First comments. */
  extras: ['pages_manage_engagement'],
  comments: ['pages_manage_engagement', 'pages_read_user_content'],
  messages: ['pages_messaging'],
  analytics: ['read_insights'],
} as const;

/** Pages of a business portfolio are listed only with `business_management`, which operators add where they need it. */
export const requestedScopes: readonly string[] = [...publish, ...scopes.extras];
