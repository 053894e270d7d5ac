export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT';
  /** Names in braces stand for IDs of the owner. */
  path: string;
  body?: object;
  status: number;
};

const get = (path: string): Endpoint => ({ method: 'GET', path, status: 200 });

/** `{n}` becomes a unique number. */
export const newPost = {
  content: 'Growth {n}',
  scheduledFor: new Date(Date.now() + 100 * 86_400_000),
  platforms: [{ platform: 'x', accountId: '{accountId}' }],
};

export const endpoints: readonly Endpoint[] = [
  get('/v1/profiles'),
  get('/v1/profiles/{profileId}'),
  get('/v1/api-keys'),
  get('/v1/platforms'),
  get('/v1/accounts'),
  get('/v1/accounts/{accountId}'),
  get('/v1/accounts/health'),
  get('/v1/accounts/{accountId}/health'),
  get('/v1/accounts/follower-stats'),
  get('/v1/analytics'),
  get('/v1/analytics/daily-metrics'),
  get('/v1/analytics/best-time'),
  get('/v1/analytics/post-timeline?postId={postId}'),
  get('/v1/media'),
  get('/v1/posts'),
  get('/v1/posts?status=scheduled'),
  get('/v1/posts?page=500&limit=2'),
  get('/v1/posts/{postId}'),
  get('/v1/posts/{postId}/timeline'),
  get('/v1/queue/slots?profileId={profileId}&all=true'),
  get('/v1/queue/next-slot?profileId={profileId}'),
  get('/v1/queue/preview?profileId={profileId}'),
  get('/v1/webhooks'),
  get('/v1/webhooks/{webhookId}'),
  get('/v1/webhook-deliveries'),
  get('/v1/webhook-deliveries/{deliveryId}'),
  get('/v1/events'),
  get('/v1/events?after={eventCursor}'),
  get('/v1/usage'),
  get('/v1/contacts'),
  get('/v1/contacts?search=person.43'),
  get('/v1/contacts/{contactId}'),
  get('/v1/contacts/{contactId}/channels'),
  get('/v1/comment-automations'),
  get('/v1/comment-automations/{automationId}'),
  get('/v1/comment-automations/{automationId}/logs'),
  get('/v1/inbox/conversations'),
  get('/v1/inbox/conversations/search?query=w100'),
  get('/v1/inbox/conversations/{conversationId}?accountId={inboxAccountId}'),
  get('/v1/inbox/conversations/{conversationId}/messages?accountId={inboxAccountId}'),
  { method: 'POST', path: '/v1/posts', body: newPost, status: 201 },
  { method: 'POST', path: '/v1/posts/validate', body: newPost, status: 200 },
  { method: 'PUT', path: '/v1/posts/{scheduledPostId}', body: { content: 'Changed {n}' }, status: 200 },
];

/** The other GET operations of the API description, and why they are left out. */
export const leftOut: Readonly<Record<string, string>> = {
  '/media/{key}': 'serves a file',
  '/v1/analytics.csv': 'depends on the length of its result',
  '/v1/analytics/daily-metrics.csv': 'depends on the length of its result',
  '/v1/posts/export.csv': 'depends on the length of its result',
  '/v1/posts/{postId}/comments': 'is reserved',
  '/v1/posts/{postId}/reactions': 'is reserved',
  '/v1/inbox/comments/{postId}': 'calls the platform',
  '/v1/accounts/{accountId}/pinterest-boards': 'calls the platform',
  '/v1/connect/pinterest/select-board': 'calls the platform',
  '/v1/connect/{platform}': 'reads no history',
};
