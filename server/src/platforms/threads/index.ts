import type { PlatformAdapter } from '../adapter.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { recentPosts } from './recent-posts.ts';
import { unpublish } from './unpublish.ts';

export const threads: PlatformAdapter = {
  name: 'threads',
  label: 'Threads',
  hosts: { authorize: 'https://threads.net', graph: 'https://graph.threads.net' },
  apiVersion: { value: 'v1.0', sunsets: {} },
  settings: [
    {
      name: 'CLIENT_ID',
      isSecret: false,
      about: 'The Threads app id.',
      source: 'Meta for Developers: your app, the use case Access the Threads API, Settings.',
      sandboxValue: 'sandbox-threads-app',
    },
    {
      name: 'CLIENT_SECRET',
      isSecret: true,
      about: 'The Threads app secret.',
      source: 'Meta for Developers: beside the Threads app id.',
      sandboxValue: 'sandbox-threads-secret',
    },
  ],
  unverified: ['A video has at most 1 GB.', 'The answer to deleting a post.', '100 deletions a day.'],
  pullsMedia: true,
  connect,
  publish,
  unpublish,
  recentPosts,
};
