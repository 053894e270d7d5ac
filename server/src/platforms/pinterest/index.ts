import type { PlatformAdapter } from '../adapter.ts';
import { boards } from './boards.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { recentPosts } from './recent-posts.ts';
import { unpublish } from './unpublish.ts';

export const pinterest: PlatformAdapter = {
  name: 'pinterest',
  label: 'Pinterest',
  hosts: { authorize: 'https://www.pinterest.com', api: 'https://api.pinterest.com' },
  apiVersion: { value: 'v5', sunsets: {} },
  settings: [
    {
      name: 'CLIENT_ID',
      isSecret: false,
      about: 'The app id.',
      source: 'Pinterest for Developers: My apps, your app.',
      sandboxValue: 'sandbox-pinterest-app',
    },
    {
      name: 'CLIENT_SECRET',
      isSecret: true,
      about: 'The app secret key.',
      source: 'Pinterest for Developers: beside the app id.',
      sandboxValue: 'sandbox-pinterest-secret',
    },
  ],
  unverified: [
    'Images up to 20 MB, videos 4 s to 15 minutes and 2 GB.',
    'Names of boards have at most 180 characters; a second one of the same name is refused.',
    'The headers that say how long to wait.',
  ],
  pullsMedia: true,
  connect,
  boards,
  publish,
  unpublish,
  recentPosts,
};
