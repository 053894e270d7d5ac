import type { PlatformAdapter } from '../adapter.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { recentPosts } from './recent-posts.ts';
import { unpublish } from './unpublish.ts';

export const x: PlatformAdapter = {
  name: 'x',
  aliases: ['twitter'],
  label: 'X',
  hosts: { authorize: 'https://x.com', api: 'https://api.x.com' },
  settings: [
    {
      name: 'CLIENT_ID',
      isSecret: false,
      about: 'The OAuth 2.0 client id.',
      source: 'X developer portal: your app, Keys and tokens, OAuth 2.0; the app must be a confidential client.',
      sandboxValue: 'sandbox-x-client',
    },
    {
      name: 'CLIENT_SECRET',
      isSecret: true,
      about: 'The OAuth 2.0 client secret.',
      source: 'X developer portal: beside the client id.',
      sandboxValue: 'sandbox-x-secret',
    },
  ],
  unverified: ['Parts of an upload have at most 5 MB; Herald sends 1 MB.'],
  pullsMedia: false,
  connect,
  publish,
  unpublish,
  recentPosts,
};
