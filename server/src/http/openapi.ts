import { errorSchemas } from '../schemas/error.ts';
import { errorStatus, errorTable } from './response/error-table.ts';
import {
  pathParamNames,
  type JsonRoute,
  type PageRoute,
  type RawRoute,
  type Route,
  type StreamRoute,
} from './route.ts';
import { routeErrors } from './response/route-errors.ts';
import { hourlyCaps } from '../domain/plans/limits.ts';

type Json = Record<string, unknown>;

const interfaceVersion = '1.0.0';

export function openapiDocument(routes: readonly Route[], serverUrl: string): Json {
  const components = new Map<string, unknown>();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const operation = route.kind === 'json' ? jsonOperation(route, components) : rawOperation(route, components);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Herald',
      version: interfaceVersion,
      description:
        'A self-hostable social publishing API. Every request needs the header `Authorization: Bearer <API key>`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearerAuth: [] }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))),
    },
  };
}

function jsonOperation(route: JsonRoute, components: Map<string, unknown>): Json {
  return {
    ...common(route, components),
    description: describe(route),
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: route.isBodyOptional !== true, content: json(named(route.body, components)) } }),
    responses: {
      [route.success]: { description: 'Done.', content: json(named(route.response, components)) },
      ...alternativeResponse(route, components),
      ...errorResponses(route, components),
    },
  };
}

function alternativeResponse({ alternative }: JsonRoute, components: Map<string, unknown>): Json {
  if (alternative === undefined) return {};
  const { status, description, response } = alternative;
  return { [status]: { description, content: json(named(response, components)) } };
}

function rawOperation(route: RawRoute | PageRoute | StreamRoute, components: Map<string, unknown>): Json {
  const contentType = route.kind === 'page' ? 'text/html' : route.contentType;
  const response = route.kind === 'stream' ? route.response : undefined;
  const good = response === undefined ? {} : { schema: named(response, components) };
  // Errors of an endpoint with a key are JSON, whatever the type of its successful responses.
  const isJson = (status: number): boolean => route.access !== 'none' && status >= 400;
  const contentOf = (status: number): Json => (isJson(status) ? json({}) : { [contentType]: status < 300 ? good : {} });
  const responses = Object.entries(route.statuses).map(([status, description]) => [
    status,
    { description, ...(status === '302' ? {} : { content: contentOf(Number(status)) }) },
  ]);
  const security = route.access === 'none' ? { security: [] } : {};
  const accepts = route.kind === 'stream' ? route.accepts : undefined;
  const requestBody = accepts === undefined ? {} : { requestBody: { required: true, content: accepts } };
  return {
    ...common(route, components),
    ...security,
    ...requestBody,
    responses: Object.fromEntries(responses) as Json,
  };
}

/** Method names that users of compatible services know, where they differ from the operation. */
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

/** The method name of generated clients: `list API keys` is `listApiKeys`. */
function operationIdOf(operation: string): string {
  const [first = '', ...rest] = operation.toLowerCase().split(' ');
  return operationIds[operation] ?? [first, ...rest.map(capitalise)].join('');
}

function common(route: Route, components: Map<string, unknown>): Json {
  const inPath = pathParamNames(route.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const parameters = [
    ...inPath,
    ...('query' in route || 'headers' in route
      ? [...queryParameters(route, components), ...headerParameters(route)]
      : []),
  ];
  return {
    operationId: route.operationId ?? operationIdOf(route.operation),
    summary: capitalise(route.operation),
    tags: [route.tag],
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(parameters.length === 0 ? {} : { parameters }),
  };
}

function headerParameters({ headers = {} }: JsonRoute | StreamRoute): Json[] {
  return Object.entries(headers).map(([name, description]) => {
    return { name, in: 'header', required: false, description, schema: { type: 'string' } };
  });
}

function queryParameters({ query }: JsonRoute | StreamRoute, components: Map<string, unknown>): Json[] {
  if (query === undefined) return [];
  // Undefined when every property is optional, despite the types.
  const { required = [] } = query as { required?: string[] };
  return Object.entries(query.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name) && !('default' in schema),
    ...('description' in schema ? { description: schema.description } : {}),
    // Lists are one value with commas.
    ...('items' in schema ? { style: 'form', explode: false } : {}),
    schema: named(schema, components),
  }));
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

function errorResponses(route: JsonRoute, components: Map<string, unknown>): Json {
  const byStatus = Map.groupBy(routeErrors(route), (code) => errorStatus(code, route.errorStatuses));
  const entries = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => {
      const shapes = [...new Set(codes.map((code) => errorTable[code].shape))];
      const schemas = shapes.map((shape) => named(errorSchemas[shape], components));
      const description = codes.map((code) => errorTable[code].when).join(' ');
      return [String(status), { description, content: json(schemas.length === 1 ? schemas[0] : { anyOf: schemas }) }];
    });
  return Object.fromEntries(entries) as Json;
}

function named(schema: unknown, components: Map<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => named(item, components));
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !key.startsWith('x-') && !key.startsWith('~'))
      .map(([key, value]) => [key, named(value, components)]),
  );
  if (typeof copy['title'] !== 'string') return copy;
  components.set(copy['title'], copy);
  return { $ref: `#/components/schemas/${copy['title']}` };
}

function json(schema: unknown): Json {
  return { 'application/json': { schema } };
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
