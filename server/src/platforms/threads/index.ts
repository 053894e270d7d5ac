import { defineAdapter } from '../shared/define-adapter.ts';
import { followers, metrics } from './analytics.ts';
import { hosts, settings } from './call.ts';
import { comments } from './comments.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { externalPosts } from './external-posts.ts';
import { unpublish } from './unpublish.ts';

export const threads = defineAdapter({
  name: 'threads',
  label: 'Threads',
  hosts,
  apiVersion: { value: 'v1.0', sunsets: {} },
  settings,
  unverified: [
    'A video has at most 1 GB.',
    'The response to deleting a post.',
    '100 deletions a day.',
    'Followers are counted without a date range.',
  ],
  pullsMedia: true,
  connect,
  publish,
  comments,
  unpublish,
  externalPosts,
  metrics,
  followers,
});
