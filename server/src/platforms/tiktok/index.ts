import { defineAdapter } from '../shared/define-adapter.ts';
import { followers, metrics } from './analytics.ts';
import { hosts, settings } from './call.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { externalPosts } from './external-posts.ts';

export const tiktok = defineAdapter({
  name: 'tiktok',
  label: 'TikTok',
  hosts,
  settings,
  unverified: [
    'Photos: title 90 and description 4,000 UTF-16 units, 20 MB each.',
    'The rate limits, and that the list of posts includes photos.',
  ],
  // Photos are pulled from a domain that the app has verified; videos are uploaded.
  pullsMedia: true,
  connect,
  publish,
  externalPosts,
  metrics,
  followers,
});
