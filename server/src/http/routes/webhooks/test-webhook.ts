import { sendTestEvent } from '../../../domain/events/send-test-event.ts';
import { WebhookTested } from '../../../schemas/webhook.ts';
import { jsonRoute } from '../../route.ts';

export const testWebhookRoute = jsonRoute({
  method: 'POST',
  path: '/v1/webhooks/{webhookId}/test',
  operation: 'test webhook',
  tag: 'Webhooks',
  description: 'Sends a `webhook.test` event to this endpoint only, regardless of its subscriptions.',
  access: 'write',
  limit: 'webhook.trigger',
  unknownKeys: 'ignore',
  success: 202,
  response: WebhookTested,
  errors: ['notFound', 'webhookInactive'],
  handle: async (ctx, { params }) => ({
    message: 'Test event scheduled for delivery',
    ...(await sendTestEvent(ctx, params.webhookId)),
  }),
});
