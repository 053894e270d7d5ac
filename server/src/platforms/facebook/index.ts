import type { PlatformAdapter } from '../adapter.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { recentPosts } from './recent-posts.ts';
import { unpublish } from './unpublish.ts';

export const facebook: PlatformAdapter = {
  name: 'facebook',
  label: 'Facebook',
  hosts: {
    authorize: 'https://www.facebook.com',
    graph: 'https://graph.facebook.com',
    upload: 'https://rupload.facebook.com',
  },
  apiVersion: { value: 'v26.0', sunsets: { 'v20.0': '2026-09-24', 'v21.0': '2027-01-21' } },
  settings: [
    {
      name: 'CLIENT_ID',
      isSecret: false,
      about: 'The Facebook app id.',
      source: 'Meta for Developers: your app, App settings, Basic.',
      sandboxValue: 'sandbox-facebook-app',
    },
    {
      name: 'CLIENT_SECRET',
      isSecret: true,
      about: 'The Facebook app secret.',
      source: 'Meta for Developers: beside the app id.',
      sandboxValue: 'sandbox-facebook-secret',
    },
  ],
  unverified: [
    'At most 10 photos in a post.',
    'Up to 1 GB of a video is fetched by address, and 240 minutes long.',
    'Phases of processing have the names we know.',
  ],
  pullsMedia: true,
  connect,
  publish,
  unpublish,
  recentPosts,
};
