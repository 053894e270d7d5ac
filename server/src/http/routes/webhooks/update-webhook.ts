import { updateWebhook } from '../../../domain/webhooks/update-webhook.ts';
import { UpdateWebhook, WebhookChanged } from '../../../schemas/webhook.ts';
import { jsonRoute } from '../../route.ts';

export const updateWebhookRoute = jsonRoute({
  method: 'PUT',
  path: '/v1/webhooks/{webhookId}',
  operation: 'update webhook',
  tag: 'Webhooks',
  description:
    'Omitted fields keep their values. A new `secret` that replaces one is staged for 24 hours: deliveries then have both ' +
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
