import { deleteQueues } from '../../../domain/queues/delete-queues.ts';
import { DeleteQueuesQuery, QueuesDeleted } from '../../../schemas/queue.ts';
import { jsonRoute } from '../../route.ts';

export const deleteQueuesRoute = jsonRoute({
  method: 'DELETE',
  path: '/v1/queue/slots',
  operation: 'delete queues',
  tag: 'Queues',
  description:
    'Deletes the queue `queueId`; **without `queueId`, every queue of the profile**. Posts already placed keep their ' +
    'times. If the default queue is deleted, the oldest remaining one becomes the default.',
  access: 'write',
  unknownKeys: 'ignore',
  query: DeleteQueuesQuery,
  success: 200,
  response: QueuesDeleted,
  errors: ['notFound'],
  handle: async (ctx, { query }) => ({ success: true, deleted: true, deletedCount: await deleteQueues(ctx, query) }),
});
