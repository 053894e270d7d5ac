import type { Scopes } from '../adapter.ts';

/** Posts of a thread are replies. */
export const replyScope = 'threads_manage_replies';

export const scopes: Scopes = {
  publish: ['threads_basic', 'threads_content_publish'],
  comments: ['threads_read_replies', replyScope],
  messages: [],
  analytics: ['threads_manage_insights'],
};

/** Deleting needs more than publishing does. */
export const deleteScope = 'threads_delete';
