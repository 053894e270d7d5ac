import { eventTypes } from '../../schemas/event.ts';
import type { Components } from './components.ts';
import { emittedTypes, eventName, eventSchema, type EmittedType } from './event-schemas.ts';
import { exampleOf } from './example.ts';
import type { Json } from './json.ts';

export function webhooksOf(components: Components): Json {
  return Object.fromEntries(emittedTypes.map((type) => [type, { post: webhookOperation(type, components) }]));
}

const signatureHeaders = {
  'webhook-id': 'ID of the event, the same for every attempt.',
  'webhook-timestamp': 'When the attempt was sent, in seconds since 1970.',
  'webhook-signature': 'Signatures of ID, timestamp and body, if the endpoint has a secret.',
};

function webhookOperation(type: EmittedType, components: Components): Json {
  const schema = eventSchema(type);
  return {
    operationId: `receive${eventName(type)}`,
    summary: type,
    description: eventTypes[type].firedWhen,
    tags: ['Webhooks'],
    security: [],
    parameters: Object.entries(signatureHeaders).map(([name, description]) => {
      return { name, in: 'header', required: false, description, schema: { type: 'string' } };
    }),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: components.of(schema), example: exampleOf(schema) } },
    },
    responses: {
      '2XX': { description: 'Received. Every other status, and no response within the time limit, is retried.' },
      410: { description: 'Gone: Herald disables the endpoint.' },
    },
  };
}
