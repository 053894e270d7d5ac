import { getQueues } from '../../../domain/queues/get-queues.ts';
import { QueueQuery, QueuesFound } from '../../../schemas/queue.ts';
import { jsonRoute } from '../../route.ts';

export const getQueuesRoute = jsonRoute({
  method: 'GET',
  path: '/v1/queue/slots',
  operation: 'get queue',
  tag: 'Queues',
  description:
    'The queue named by `queueId`, else the default one of the profile, with the next five instants it would hand out; ' +
    'with `all=true` every queue. A queue that is not there is no error: `exists` is false.',
  access: 'read',
  unknownKeys: 'ignore',
  query: QueueQuery,
  success: 200,
  response: QueuesFound,
  errors: ['forbidden', 'notFound'],
  handle: (ctx, { query }) => getQueues(ctx, query),
});
