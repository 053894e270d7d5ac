import { listWebhooks } from '../../../domain/webhooks/list-webhooks.ts';
import { WebhookList } from '../../../schemas/webhook.ts';
import { jsonRoute } from '../../route.ts';

export const listWebhooksRoute = jsonRoute({
  method: 'GET',
  path: '/v1/webhooks',
  operation: 'list webhooks',
  tag: 'Webhooks',
  description: 'The endpoints visible to the key, newest first. Secrets and header values are never returned.',
  access: 'read',
  isShedFirst: true,
  unknownKeys: 'ignore',
  success: 200,
  response: WebhookList,
  errors: [],
  handle: async (ctx) => ({ webhooks: await listWebhooks(ctx) }),
});
