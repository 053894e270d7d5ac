/** What a person may do on a Page is not a scope to Facebook, but without it the scopes are of no use. */
export const publishTask = 'CREATE_CONTENT';

const asked = {
  publish: ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'],
  comments: ['pages_manage_engagement', 'pages_read_user_content'],
  messages: ['pages_messaging'],
  analytics: ['read_insights'],
} as const;

export const askedScopes: readonly string[] = Object.values(asked).flat();

export const scopes = { ...asked, publish: [...asked.publish, publishTask] } as const;
