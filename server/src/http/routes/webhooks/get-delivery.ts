import { getDelivery } from '../../../domain/webhooks/delivery/get-delivery.ts';
import { OneDelivery } from '../../../schemas/webhook.ts';
import { jsonRoute } from '../../route.ts';

export const getDeliveryRoute = jsonRoute({
  method: 'GET',
  path: '/v1/webhook-deliveries/{deliveryId}',
  operation: 'get webhook delivery',
  tag: 'Webhooks',
  description: 'One delivery with its URL, the bytes of its event and its attempts, newest first.',
  access: 'read',
  unknownKeys: 'ignore',
  success: 200,
  response: OneDelivery,
  errors: ['notFound'],
  handle: async (ctx, { params }) => ({ delivery: await getDelivery(ctx, params.deliveryId) }),
});
