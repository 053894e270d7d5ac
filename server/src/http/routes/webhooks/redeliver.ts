import { redeliver } from '../../../domain/webhooks/delivery/redeliver.ts';
import { DeliveryChanged } from '../../../schemas/webhook.ts';
import { jsonRoute } from '../../route.ts';

export const redeliverRoute = jsonRoute({
  method: 'POST',
  path: '/v1/webhook-deliveries/{deliveryId}/redeliver',
  operation: 'redeliver webhook',
  tag: 'Webhooks',
  description:
    'A new run of six attempts with the same event id and the same bytes. The endpoint must be active and the last run ' +
    'over.',
  access: 'write',
  limit: 'webhook.trigger',
  unknownKeys: 'ignore',
  success: 202,
  response: DeliveryChanged,
  errors: ['notFound', 'webhookInactive', 'deliveryInProgress', 'deliveryExpired'],
  handle: async (ctx, { params }) => ({
    message: 'Delivery scheduled again',
    delivery: await redeliver(ctx, params.deliveryId),
  }),
});
