import { previewSlots } from '../../../domain/queues/preview-slots.ts';
import { PreviewQuery, SlotPreview } from '../../../schemas/queue.ts';
import { jsonRoute } from '../../route.ts';
import { slotErrorStatuses } from './slot-error-statuses.ts';

export const previewSlotsRoute = jsonRoute({
  method: 'GET',
  path: '/v1/queue/preview',
  operation: 'preview slots',
  tag: 'Queues',
  description: 'The next free slots of the queue. Nothing is reserved.',
  access: 'read',
  unknownKeys: 'ignore',
  query: PreviewQuery,
  success: 200,
  response: SlotPreview,
  errors: ['forbidden', 'notFound', 'queuePaused', 'queueEmpty', 'queueFull'],
  errorStatuses: slotErrorStatuses,
  handle: (ctx, { query }) => previewSlots(ctx, query),
});
