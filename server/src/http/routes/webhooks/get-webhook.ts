import { getWebhook } from '../../../domain/webhooks/get-webhook.ts';
import { OneWebhook } from '../../../schemas/webhook.ts';
import { jsonRoute } from '../../route.ts';

export const getWebhookRoute = jsonRoute({
  method: 'GET',
  path: '/v1/webhooks/{webhookId}',
  operation: 'get webhook',
  tag: 'Webhooks',
  description: 'One endpoint, without its secret.',
  access: 'read',
  unknownKeys: 'ignore',
  success: 200,
  response: OneWebhook,
  errors: ['notFound'],
  handle: async (ctx, { params }) => ({ webhook: await getWebhook(ctx, params.webhookId) }),
});
