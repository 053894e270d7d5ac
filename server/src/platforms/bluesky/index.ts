import type { PlatformAdapter } from '../adapter.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { recentPosts } from './recent-posts.ts';
import { unpublish } from './unpublish.ts';

export const bluesky: PlatformAdapter = {
  name: 'bluesky',
  label: 'Bluesky',
  hosts: { service: 'https://bsky.social', video: 'https://video.bsky.app' },
  settings: [],
  unverified: ['A video lasts at most 3 minutes.'],
  pullsMedia: false,
  connect,
  publish,
  unpublish,
  recentPosts,
};
