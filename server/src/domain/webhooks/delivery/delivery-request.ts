import type { Sealer } from '../../../kernel/crypto/seal.ts';
import { serviceSignature, standardSignature } from '../../../kernel/crypto/sign.ts';
import type { SendableDelivery } from './claimed-delivery.ts';
import { openHeaders, openSecret } from '../sealed-fields.ts';
import { secretsAt, signers } from '../signing-secrets.ts';

type Facts = {
  delivery: SendableDelivery;
  sentAt: Date;
  rotationMs: number;
};

export function deliveryHeaders(sealer: Sealer, facts: Facts): Record<string, string> {
  const { delivery, sentAt, rotationMs } = facts;
  const { endpoint, event } = delivery;
  const { body } = event;
  const timestamp = Math.floor(sentAt.getTime() / 1000);
  // The rotation of secrets follows the database clock.
  const now = new Date(sentAt.getTime() + delivery.databaseAheadMs);
  const { first, all } = signers(secretsAt(endpoint, { now, rotationMs }));
  const secrets = all.map((sealed) => openSecret(sealer, endpoint, sealed));
  const [secret] = secrets;
  return {
    ...Object.fromEntries(
      openHeaders(sealer, endpoint, endpoint.customHeadersSealed).map(({ name, value }) => [name, value]),
    ),
    'Content-Type': 'application/json',
    'User-Agent': 'Herald-Webhooks/1.0',
    'X-Service-Event': event.type,
    'X-Service-Event-Id': delivery.eventId,
    'X-Service-Delivery-Id': delivery.id,
    'X-Service-Timestamp': String(timestamp),
    ...(first === null || secret === undefined
      ? {}
      : {
          'X-Service-Signature': serviceSignature({ secret, timestamp, body }),
          'webhook-id': delivery.eventId,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': secrets
            .map((one) => standardSignature({ id: delivery.eventId, secret: one, timestamp, body }))
            .join(' '),
        }),
  };
}
