import { waitForEvents } from '../../../domain/events/wait-for-events.ts';
import { EventPage, EventQuery, waitSecondsMax } from '../../../schemas/event.ts';
import { jsonRoute } from '../../route.ts';

export const listEventsRoute = jsonRoute({
  method: 'GET',
  path: '/v1/events',
  operation: 'list events',
  tag: 'Events',
  description:
    'All events, oldest first, kept for 30 days. Poll with the last `nextCursor`: nothing is ' +
    'skipped. Without `after`, or with one that is no longer kept, it begins at the oldest event. With `wait`, an empty page ' +
    'waits for the first event.',
  access: 'read',
  isShedFirst: true,
  waitMsMax: waitSecondsMax * 1000,
  unknownKeys: 'ignore',
  query: EventQuery,
  success: 200,
  response: EventPage,
  errors: ['invalidCursor'],
  handle: (ctx, { query, closed }) => waitForEvents(ctx, query, closed),
});
