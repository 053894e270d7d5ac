import { deleteWebhook } from '../../../domain/webhooks/delete-webhook.ts';
import { MessageOnly } from '../../../schemas/common.ts';
import { jsonRoute } from '../../route.ts';

export const deleteWebhookRoute = jsonRoute({
  method: 'DELETE',
  path: '/v1/webhooks/{webhookId}',
  operation: 'delete webhook',
  tag: 'Webhooks',
  description: 'Pending deliveries end as `failed`; the log of deliveries is kept.',
  access: 'write',
  unknownKeys: 'ignore',
  success: 200,
  response: MessageOnly,
  errors: ['notFound'],
  handle: async (ctx, { params }) => {
    await deleteWebhook(ctx, params.webhookId);
    return { message: 'Webhook deleted' };
  },
});
