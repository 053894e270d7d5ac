import { promoteSecret } from '../../../domain/webhooks/promote-secret.ts';
import { WebhookChanged } from '../../../schemas/webhook.ts';
import { jsonRoute } from '../../route.ts';

export const promoteSecretRoute = jsonRoute({
  method: 'POST',
  path: '/v1/webhooks/{webhookId}/promote-secret',
  operation: 'promote webhook secret',
  tag: 'Webhooks',
  description:
    'Ends the first phase of a rotation: the new secret signs `X-Service-Signature` from now on, and the old one stays ' +
    'in `webhook-signature` for 24 hours more.',
  access: 'write',
  unknownKeys: 'ignore',
  success: 200,
  response: WebhookChanged,
  errors: ['notFound', 'noRotationStaged'],
  handle: async (ctx, { params }) => ({
    message: 'The new secret signs from now on',
    webhook: await promoteSecret(ctx, params.webhookId),
  }),
});
