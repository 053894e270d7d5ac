import type { PlatformAdapter } from '../adapter.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { recentPosts } from './recent-posts.ts';

export const tiktok: PlatformAdapter = {
  name: 'tiktok',
  label: 'TikTok',
  hosts: { authorize: 'https://www.tiktok.com', api: 'https://open.tiktokapis.com' },
  settings: [
    {
      name: 'CLIENT_KEY',
      isSecret: false,
      about: 'The client key of the app.',
      source: 'TikTok for Developers: your app, App details; add Login Kit and the Content Posting API to it.',
      sandboxValue: 'sandbox-tiktok-key',
    },
    {
      name: 'CLIENT_SECRET',
      isSecret: true,
      about: 'The client secret of the app.',
      source: 'TikTok for Developers: beside the client key.',
      sandboxValue: 'sandbox-tiktok-secret',
    },
  ],
  unverified: [
    'Photos: title 90 and description 4,000 UTF-16 units, 20 MB each.',
    'How often it may be asked, and that photos are in the list of posts.',
  ],
  // Photos are fetched from an address whose domain the app has verified; videos are uploaded.
  pullsMedia: true,
  connect,
  publish,
  recentPosts,
};
