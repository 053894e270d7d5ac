import { defineAdapter } from '../shared/define-adapter.ts';
import { followers, metrics } from './analytics.ts';
import { hosts, settings } from './call.ts';
import { boards } from './boards.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { externalPosts } from './external-posts.ts';
import { unpublish } from './unpublish.ts';

export const pinterest = defineAdapter({
  name: 'pinterest',
  label: 'Pinterest',
  hosts,
  apiVersion: { value: 'v5', sunsets: {} },
  settings,
  unverified: [
    'Images up to 20 MB, videos 4 s to 15 minutes and 2 GB.',
    'Names of boards have at most 180 characters; a second one of the same name is refused.',
    'The headers that say how long to wait.',
    'The metrics of a pin include its saves.',
  ],
  pullsMedia: true,
  connect,
  boards,
  publish,
  unpublish,
  externalPosts,
  metrics,
  followers,
});
