import { reshufflePosts } from '../../../domain/posts/reshuffle-queue.ts';
import { updateQueue } from '../../../domain/queues/update-queue.ts';
import { QueueUpdated, UpdateQueue } from '../../../schemas/queue.ts';
import { jsonRoute } from '../../route.ts';

export const updateQueueRoute = jsonRoute({
  method: 'PUT',
  path: '/v1/queue/slots',
  operation: 'update queue',
  tag: 'Queues',
  description:
    'Replaces time zone and slots of the queue `queueId` or of the default queue; name, description, `active` ' +
    'and the default flag keep their values if omitted. Posts already placed keep their times unless `reshuffleExisting` is true.',
  access: 'write',
  unknownKeys: 'ignore',
  body: UpdateQueue,
  success: 200,
  response: QueueUpdated,
  errors: ['notFound'],
  handle: async (ctx, { body }) => ({ success: true, ...(await updateQueue(ctx, body, reshufflePosts)) }),
});
