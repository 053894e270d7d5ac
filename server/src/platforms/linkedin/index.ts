import type { PlatformAdapter } from '../adapter.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { unpublish } from './unpublish.ts';

export const linkedin: PlatformAdapter = {
  name: 'linkedin',
  label: 'LinkedIn',
  hosts: { authorize: 'https://www.linkedin.com', api: 'https://api.linkedin.com' },
  apiVersion: { value: '202609', sunsets: { '202508': '2026-08-17' } },
  settings: [
    {
      name: 'CLIENT_ID',
      isSecret: false,
      about: 'The client id of the app.',
      source: 'LinkedIn Developers: your app, Auth; the products Share on LinkedIn and Sign In must be added.',
      sandboxValue: 'sandbox-linkedin-app',
    },
    {
      name: 'CLIENT_SECRET',
      isSecret: true,
      about: 'The client secret of the app.',
      source: 'LinkedIn Developers: beside the client id.',
      sandboxValue: 'sandbox-linkedin-secret',
    },
  ],
  unverified: [
    'A video has at most 500 MB (newer pages say 5 GB), an image 10 MB.',
    'Deleting a post, and the codes of refusals.',
    'About 150 posts a day and member.',
  ],
  pullsMedia: false,
  connect,
  publish,
  unpublish,
  reservesOrganisationReads: true,
};
