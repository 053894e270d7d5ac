import type { PlatformAdapter } from '../../../src/platforms/adapter.ts';
import { connect } from './connect.ts';
import { publish, recentPosts, unpublish } from './publish.ts';

/** The smallest whole network: an example to copy, and the one with PKCE and several pages that the suites use. */
export const parrot: PlatformAdapter = {
  name: 'parrot',
  aliases: ['polly'],
  label: 'Parrot',
  hosts: { site: 'https://parrot.example', api: 'https://api.parrot.example' },
  apiVersion: { value: 'v1', sunsets: { v0: '2025-01-01' } },
  settings: [
    {
      name: 'CLIENT_ID',
      isSecret: false,
      about: 'The id of your app.',
      source: 'Any tree.',
      sandboxValue: 'parrot-app',
    },
    { name: 'CLIENT_SECRET', isSecret: true, about: 'Its secret.', source: 'Any tree.', sandboxValue: 'parrot-secret' },
  ],
  pullsMedia: false,
  reservesOrganisationReads: true,
  connect,
  publish,
  unpublish,
  recentPosts,
};
