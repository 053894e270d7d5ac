import { defineAdapter } from '../shared/define-adapter.ts';
import { followers } from './analytics.ts';
import { hosts, settings } from './call.ts';
import { connect } from './connect.ts';
import { publish } from './publish.ts';
import { unpublish } from './unpublish.ts';

export const telegram = defineAdapter({
  name: 'telegram',
  label: 'Telegram',
  hosts,
  settings,
  unverified: [
    'Photos up to 10 MB, width and height together at most 10,000 px.',
    'About one message a second in a chat, 20 a minute in a group.',
  ],
  // Uploading works without a public URL, and allows twice the size.
  pullsMedia: false,
  connect,
  publish,
  unpublish,
  followers,
});
