import { nextSlot } from '../../../domain/queues/next-slot.ts';
import { NextSlot, NextSlotQuery } from '../../../schemas/queue.ts';
import { jsonRoute } from '../../route.ts';
import { slotErrorStatuses } from './slot-error-statuses.ts';

export const nextSlotRoute = jsonRoute({
  method: 'GET',
  path: '/v1/queue/next-slot',
  operation: 'get next slot',
  tag: 'Queues',
  description: 'The next free slot of the queue. The slot is not reserved: a post occupies it when it is created.',
  access: 'read',
  unknownKeys: 'ignore',
  query: NextSlotQuery,
  success: 200,
  response: NextSlot,
  errors: ['forbidden', 'notFound', 'queuePaused', 'queueEmpty', 'queueFull'],
  errorStatuses: slotErrorStatuses,
  handle: (ctx, { query }) => nextSlot(ctx, query),
});
