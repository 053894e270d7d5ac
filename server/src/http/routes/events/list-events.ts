import { listEvents } from '../../../domain/events/list-events.ts';
import { EventPage, EventQuery } from '../../../schemas/event.ts';
import { jsonRoute } from '../../route.ts';

export const listEventsRoute = jsonRoute({
  method: 'GET',
  path: '/v1/events',
  operation: 'list events',
  tag: 'Events',
  description:
    'All events, oldest first, kept for 30 days. Poll with the last `nextCursor`: nothing is ' +
    'skipped. Without `after`, or with one that is no longer kept, it begins at the oldest event.',
  access: 'read',
  isShedFirst: true,
  unknownKeys: 'ignore',
  query: EventQuery,
  success: 200,
  response: EventPage,
  errors: ['invalidCursor'],
  handle: (ctx, { query }) => listEvents(ctx, query),
});
