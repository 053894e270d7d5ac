import { defineAdapter } from '../shared/define-adapter.ts';
import { followers, metrics } from './analytics.ts';
import { hosts, settings } from './call.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { externalPosts } from './external-posts.ts';
import { unpublish } from './unpublish.ts';

export const bluesky = defineAdapter({
  name: 'bluesky',
  label: 'Bluesky',
  hosts,
  settings,
  unverified: ['A video lasts at most 3 minutes.'],
  pullsMedia: false,
  connect,
  publish,
  unpublish,
  externalPosts,
  metrics,
  followers,
});
