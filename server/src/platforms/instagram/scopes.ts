export const scopes = {
  publish: ['instagram_business_basic', 'instagram_business_content_publish'],
  /** For first comments. */
  extras: ['instagram_business_manage_comments'],
  comments: ['instagram_business_manage_comments'],
  messages: ['instagram_business_manage_messages'],
  analytics: ['instagram_business_manage_insights'],
} as const;
