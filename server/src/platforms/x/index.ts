import { defineAdapter } from '../shared/define-adapter.ts';
import { followers, metrics } from './analytics.ts';
import { hosts, settings } from './call.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { externalPosts } from './external-posts.ts';
import { unpublish } from './unpublish.ts';

export const x = defineAdapter({
  name: 'x',
  aliases: ['twitter'],
  label: 'X',
  hosts,
  settings,
  unverified: ['Parts of an upload have at most 5 MB; Herald sends 1 MB.'],
  pullsMedia: false,
  connect,
  publish,
  unpublish,
  externalPosts,
  metrics,
  followers,
});
