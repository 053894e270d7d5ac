import { defineAdapter } from '../shared/define-adapter.ts';
import { followers, metrics } from './analytics.ts';
import { hosts, settings } from './call.ts';
import { comments } from './comments.ts';
import { connect } from './connect.ts';
import { events } from './events.ts';
import { publish } from './publish.ts';
import { externalPosts } from './external-posts.ts';
import { unpublish } from './unpublish.ts';

export const facebook = defineAdapter({
  name: 'facebook',
  label: 'Facebook',
  hosts,
  apiVersion: { value: 'v26.0', sunsets: { 'v20.0': '2026-09-24', 'v21.0': '2027-01-21' } },
  settings,
  unverified: [
    'At most 10 photos in a post.',
    'Videos fetched by URL have at most 1 GB and 240 minutes.',
    'The names of the processing phases.',
    'The metrics of a video are those of the post that contains it.',
  ],
  pullsMedia: true,
  connect,
  publish,
  comments,
  events,
  unpublish,
  externalPosts,
  metrics,
  followers,
});
