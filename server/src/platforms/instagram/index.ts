import type { PlatformAdapter } from '../adapter.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { recentPosts } from './recent-posts.ts';

export const instagram: PlatformAdapter = {
  name: 'instagram',
  label: 'Instagram',
  hosts: {
    authorize: 'https://www.instagram.com',
    api: 'https://api.instagram.com',
    graph: 'https://graph.instagram.com',
  },
  apiVersion: { value: 'v26.0', sunsets: { 'v20.0': '2026-09-24', 'v21.0': '2027-01-21' } },
  settings: [
    {
      name: 'CLIENT_ID',
      isSecret: false,
      about: 'The Instagram app id.',
      source: 'Meta for Developers: your app, Instagram, API setup with Instagram login.',
      sandboxValue: 'sandbox-instagram-app',
    },
    {
      name: 'CLIENT_SECRET',
      isSecret: true,
      about: 'The Instagram app secret.',
      source: 'Meta for Developers: beside the app id.',
      sandboxValue: 'sandbox-instagram-secret',
    },
  ],
  unverified: ['Images outside 4:5 to 1.91:1 may be refused; Herald warns of them.'],
  pullsMedia: true,
  connect,
  publish,
  recentPosts,
};
