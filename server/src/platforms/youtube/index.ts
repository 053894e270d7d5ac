import type { PlatformAdapter } from '../adapter.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { recentPosts } from './recent-posts.ts';
import { unpublish } from './unpublish.ts';

export const youtube: PlatformAdapter = {
  name: 'youtube',
  label: 'YouTube',
  hosts: {
    authorize: 'https://accounts.google.com',
    token: 'https://oauth2.googleapis.com',
    api: 'https://www.googleapis.com',
  },
  settings: [
    {
      name: 'CLIENT_ID',
      isSecret: false,
      about: 'The OAuth client id.',
      source: 'Google Cloud console: APIs and services, Credentials, an OAuth client of type web application.',
      sandboxValue: 'sandbox-youtube-client.apps.googleusercontent.com',
    },
    {
      name: 'CLIENT_SECRET',
      isSecret: true,
      about: 'The OAuth client secret.',
      source: 'Google Cloud console: beside the client id.',
      sandboxValue: 'sandbox-youtube-secret',
    },
  ],
  unverified: [
    'Title and description must not have `<` or `>`; the description counts bytes.',
    'Videos over 15 minutes need a verified account.',
    'Uploads of apps without an audit stay private.',
  ],
  pullsMedia: false,
  connect,
  publish,
  unpublish,
  recentPosts,
};
