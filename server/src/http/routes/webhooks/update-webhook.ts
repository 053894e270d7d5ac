import { updateWebhook } from '../../../domain/webhooks/update-webhook.ts';
import { UpdateWebhook, WebhookChanged } from '../../../schemas/webhook.ts';
import { jsonRoute } from '../../route.ts';

export const updateWebhookRoute = jsonRoute({
  method: 'PUT',
  path: '/v1/webhooks/{webhookId}',
  operation: 'update webhook',
  tag: 'Webhooks',
  description:
    'What is left out stays. A new `secret` over an existing one is staged for 24 hours: deliveries then carry both ' +
    'signatures in `webhook-signature`. `isActive: true` clears the reason and the count of failures.',
  access: 'write',
  unknownKeys: 'ignore',
  body: UpdateWebhook,
  success: 200,
  response: WebhookChanged,
  errors: ['urlNotAllowed', 'notFound'],
  handle: async (ctx, { params, body }) => ({
    message: 'Webhook updated',
    webhook: await updateWebhook(ctx, { webhookId: params.webhookId, changes: body }),
  }),
});
