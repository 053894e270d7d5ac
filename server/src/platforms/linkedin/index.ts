import { defineAdapter } from '../shared/define-adapter.ts';
import { followers, metrics } from './analytics.ts';
import { hosts, settings } from './call.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { unpublish } from './unpublish.ts';

export const linkedin = defineAdapter({
  name: 'linkedin',
  label: 'LinkedIn',
  hosts,
  apiVersion: { value: '202609', sunsets: { '202508': '2026-08-17' } },
  settings,
  unverified: [
    'A video has at most 500 MB (newer pages say 5 GB), an image 10 MB.',
    'Deleting a post, and the codes of refusals.',
    'About 150 posts a day and member.',
    'How the analytics name a post with media: `ugc`.',
  ],
  pullsMedia: false,
  connect,
  publish,
  unpublish,
  metrics,
  followers,
  reservesOrganisationReads: true,
});
