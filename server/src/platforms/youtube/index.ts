import { defineAdapter } from '../shared/define-adapter.ts';
import { followers, metrics } from './analytics.ts';
import { hosts, settings } from './call.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { externalPosts } from './external-posts.ts';
import { unpublish } from './unpublish.ts';

export const youtube = defineAdapter({
  name: 'youtube',
  label: 'YouTube',
  hosts,
  settings,
  unverified: [
    'Title and description must not contain `<` or `>`; the description is limited in bytes.',
    'Videos over 15 minutes need a verified account.',
    'Uploads of apps without an audit stay private.',
  ],
  pullsMedia: false,
  connect,
  publish,
  unpublish,
  externalPosts,
  metrics,
  followers,
});
