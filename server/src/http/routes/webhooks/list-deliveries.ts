import { listDeliveries } from '../../../domain/webhooks/delivery/list-deliveries.ts';
import { DeliveryList, DeliveryQuery } from '../../../schemas/webhook.ts';
import { jsonRoute } from '../../route.ts';

export const listDeliveriesRoute = jsonRoute({
  method: 'GET',
  path: '/v1/webhook-deliveries',
  operation: 'list webhook deliveries',
  tag: 'Webhooks',
  description:
    'The log of deliveries, newest first; limited to the 1000 newest matches. Kept for 30 days after the last attempt.',
  access: 'read',
  isShedFirst: true,
  unknownKeys: 'ignore',
  query: DeliveryQuery,
  success: 200,
  response: DeliveryList,
  errors: ['notFound'],
  handle: (ctx, { query }) => listDeliveries(ctx, query),
});
