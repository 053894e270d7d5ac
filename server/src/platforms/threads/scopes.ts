import type { Scopes } from '../adapter.ts';

export const replyScope = 'threads_manage_replies';

export const deleteScope = 'threads_delete';

export const scopes = {
  publish: ['threads_basic', 'threads_content_publish'],
  extras: [replyScope, deleteScope],
  comments: ['threads_read_replies', replyScope],
  messages: [],
  analytics: ['threads_manage_insights'],
} satisfies Scopes;
