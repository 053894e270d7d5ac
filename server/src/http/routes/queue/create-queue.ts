import { createQueue } from '../../../domain/queues/create-queue.ts';
import { CreateQueue, QueueCreated } from '../../../schemas/queue.ts';
import { jsonRoute } from '../../route.ts';

export const createQueueRoute = jsonRoute({
  method: 'POST',
  path: '/v1/queue/slots',
  operation: 'create queue',
  tag: 'Queues',
  description:
    'Creates a weekly schedule of the profile. The first one becomes the default. At most 10 queues per profile, of 56 slots each.',
  access: 'write',
  unknownKeys: 'ignore',
  body: CreateQueue,
  success: 201,
  response: QueueCreated,
  errors: ['notFound', 'limitReached'],
  handle: async (ctx, { body }) => ({ success: true, ...(await createQueue(ctx, body)) }),
});
