import { getQueues } from '../../../domain/queues/get-queues.ts';
import { QueueQuery, QueuesFound } from '../../../schemas/queue.ts';
import { jsonRoute } from '../../route.ts';

export const getQueuesRoute = jsonRoute({
  method: 'GET',
  path: '/v1/queue/slots',
  operation: 'get queue',
  tag: 'Queues',
  description:
    'The queue `queueId` or the default queue of the profile, with its next five free slots; ' +
    'with `all=true`, every queue. If the queue does not exist, `exists` is false.',
  access: 'read',
  unknownKeys: 'ignore',
  query: QueueQuery,
  success: 200,
  response: QueuesFound,
  errors: ['forbidden', 'notFound'],
  handle: (ctx, { query }) => getQueues(ctx, query),
});
