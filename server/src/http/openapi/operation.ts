import { hourlyCaps } from '../../domain/plans/limits.ts';
import type { JsonRoute, StreamRoute } from '../route.ts';
import type { Components } from './components.ts';
import { jsonErrors, streamErrorContent } from './error-responses.ts';
import { exampleOf } from './example.ts';
import type { Json } from './json.ts';
import { parametersOf } from './parameters.ts';

export function jsonOperation(route: JsonRoute, components: Components): Json {
  return {
    ...common(route, components),
    description: describe(route),
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: route.isBodyOptional !== true, content: json(route.body, components) } }),
    responses: {
      [route.success]: { description: 'Done.', content: json(route.response, components) },
      ...alternativeResponse(route, components),
      ...jsonErrors(route, components),
    },
  };
}

function alternativeResponse({ alternative }: JsonRoute, components: Components): Json {
  if (alternative === undefined) return {};
  const { status, description, response } = alternative;
  return { [status]: { description, content: json(response, components) } };
}

export function streamOperation(route: StreamRoute, components: Components): Json {
  const responses = Object.entries(route.statuses).map(([status, description]) => [
    status,
    { description, ...streamContent(route, Number(status), components) },
  ]);
  const { accepts } = route;
  return {
    ...common(route, components),
    ...(route.access === 'none' ? { security: [] } : {}),
    ...(accepts === undefined ? {} : { requestBody: { required: true, content: components.of(accepts) } }),
    responses: Object.fromEntries(responses) as Json,
  };
}

function streamContent(route: StreamRoute, status: number, components: Components): Json {
  if (status >= 400) return streamErrorContent(route, status, components);
  if (status >= 300 || route.response === undefined) return {};
  const { contentType, response, example = exampleOf(response) } = route;
  return {
    content: { [contentType]: { schema: components.of(response), ...(example === undefined ? {} : { example }) } },
  };
}

/** Where users of compatible services know another method name. */
const operationIds: Readonly<Record<string, string>> = {
  'list account health': 'listAccountsHealth',
  'start connect': 'createConnectUrl',
  'presign upload': 'createMediaPresign',
  'upload file': 'uploadMediaDirect',
  'upload posts': 'bulkUploadPosts',
  'get post timeline': 'getPostHistory',
  'get queue': 'listQueueSlots',
  'create queue': 'createQueueSlot',
  'update queue': 'updateQueueSlot',
  'delete queues': 'deleteQueueSlot',
  'get next slot': 'getNextQueueSlot',
  'preview slots': 'previewQueue',
  'redeliver webhook': 'redeliverWebhookDelivery',
};

/** `list API keys` becomes `listApiKeys`. */
function operationIdOf(operation: string): string {
  const [first = '', ...rest] = operation.toLowerCase().split(' ');
  return operationIds[operation] ?? [first, ...rest.map(capitalise)].join('');
}

function common(route: JsonRoute | StreamRoute, components: Components): Json {
  const parameters = parametersOf(route, components);
  return {
    operationId: route.operationId ?? operationIdOf(route.operation),
    summary: capitalise(route.operation),
    tags: [route.tag],
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(parameters.length === 0 ? {} : { parameters }),
  };
}

const accessTexts = {
  read: 'Any key.',
  write: 'A read-write key.',
  'write-all': 'A read-write key with access to all profiles.',
};

function describe(route: JsonRoute): string {
  const cap = route.limit === undefined ? '' : `At most ${hourlyCaps[route.limit]} per hour and user.`;
  return [route.description, accessTexts[route.access], cap]
    .filter((text) => text !== '')
    .join(' ')
    .trim();
}

function json(schema: unknown, components: Components): Json {
  return { 'application/json': { schema: components.of(schema), example: exampleOf(schema) } };
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
