import { Type, type TSchema } from 'typebox';
import { Envelope, eventData, eventTypes } from '../../schemas/event.ts';
import type { Components } from './components.ts';
import { exampleOf } from './example.ts';
import type { Json } from './json.ts';

type EmittedType = keyof typeof eventData;

const emittedTypes = Object.keys(eventData) as EmittedType[];

/** `post.partially_failed` is `PostPartiallyFailed`. */
const nameOf = (type: EmittedType): string =>
  type.replaceAll(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** The envelope of one type, with the shape of its `data`. */
function eventSchema(type: EmittedType): TSchema {
  const data = eventData[type];
  const literal = Type.Literal(type, { description: `Always \`${type}\`.` });
  return Type.Object(
    { ...Envelope.properties, type: literal, data },
    { title: `${nameOf(type)}Event`, description: eventTypes[type].firedWhen },
  );
}

/** What an event of the feed can be: `type` tells which. */
export function anyEvent({ title, description }: Json): Json {
  const mapping = Object.fromEntries(
    emittedTypes.map((type) => [type, `#/components/schemas/${nameOf(type)}Event`] as const),
  );
  return { title, description, oneOf: emittedTypes.map(eventSchema), discriminator: { propertyName: 'type', mapping } };
}

/** The requests that Herald sends to endpoints, one per type. */
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
    operationId: `receive${nameOf(type)}`,
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
