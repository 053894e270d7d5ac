import { createWebhook } from '../../../domain/webhooks/create-webhook.ts';
import { CreateWebhook, WebhookChanged } from '../../../schemas/webhook.ts';
import { jsonRoute } from '../../route.ts';

export const createWebhookRoute = jsonRoute({
  method: 'POST',
  path: '/v1/webhooks',
  operation: 'create webhook',
  tag: 'Webhooks',
  description:
    'Events are posted to `url`, signed with `secret`. At most 25 endpoints per user. A limited key names the profiles ' +
    'in `profileIds`.',
  access: 'write',
  unknownKeys: 'ignore',
  body: CreateWebhook,
  success: 201,
  response: WebhookChanged,
  errors: ['urlNotAllowed', 'notFound', 'limitReached'],
  handle: async (ctx, { body }) => ({ message: 'Webhook created', webhook: await createWebhook(ctx, body) }),
});
