import { defineAdapter } from '../../../src/platforms/shared/define-adapter.ts';
import { followers, metrics } from './analytics.ts';
import { hosts, settings } from './call.ts';
import { comments } from './comments.ts';
import { connect } from './connect.ts';
import { externalPosts } from './external-posts.ts';
import { inbox } from './inbox.ts';
import { publish, unpublish } from './publish.ts';

/** The smallest complete platform: an example to copy, with PKCE and several pages. */
export const parrot = defineAdapter({
  name: 'parrot',
  aliases: ['polly'],
  label: 'Parrot',
  hosts,
  apiVersion: { value: 'v1', sunsets: { v0: '2025-01-01' } },
  settings,
  pullsMedia: false,
  reservesOrganisationReads: true,
  connect,
  publish,
  comments,
  inbox,
  unpublish,
  externalPosts,
  metrics,
  followers,
});
