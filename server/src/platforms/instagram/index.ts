import { defineAdapter } from '../shared/define-adapter.ts';
import { followers, metrics } from './analytics.ts';
import { hosts, settings } from './call.ts';
import { comments } from './comments.ts';
import { connect } from './connect.ts';
import { events } from './events.ts';
import { inbox } from './inbox.ts';
import { publish } from './publish.ts';
import { externalPosts } from './external-posts.ts';

export const instagram = defineAdapter({
  name: 'instagram',
  label: 'Instagram',
  hosts,
  apiVersion: { value: 'v26.0', sunsets: { 'v20.0': '2026-09-24', 'v21.0': '2027-01-21' } },
  settings,
  unverified: [
    'Images outside 4:5 to 1.91:1 may be refused; Herald warns about them.',
    'The text of a direct message has at most 1,000 bytes of UTF-8, or 640 characters with link buttons.',
    'Private replies to comments may be refused with link buttons.',
  ],
  pullsMedia: true,
  connect,
  publish,
  comments,
  events,
  inbox,
  externalPosts,
  metrics,
  followers,
});
