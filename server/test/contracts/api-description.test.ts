import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openapiDocument } from '../../src/http/openapi.ts';
import { routes } from '../../src/http/routes/index.ts';
import { adapters } from '../../src/platforms/registry.ts';
import { eventData } from '../../src/schemas/event.ts';
import { isJsonObject } from '../../src/kernel/text/json.ts';

type Json = Record<string, unknown>;
type Content = Record<string, { schema?: Json }>;
type Parameter = { name: string; description?: string; schema: Json };
type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Document = {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
};

const document = openapiDocument(routes, '/') as Document;
const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((methods) =>
  Object.values(methods),
);
const contents = operations.flatMap(({ operationId, requestBody, responses }) =>
  [requestBody, ...Object.values(responses)]
    .flatMap((body) => Object.values(body?.content ?? {}))
    .map(({ schema }) => ({ operationId, schema })),
);

function componentOf(schema: Json): Json {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
  return name === undefined ? schema : (document.components.schemas[name] ?? {});
}

function isDescribed(schema: unknown): boolean {
  return isJsonObject(schema) && [schema, componentOf(schema)].some(({ description }) => isText(description));
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0;
}

/** At any depth; components are visited on their own. */
function* undescribed(node: unknown, path: string): Generator<string> {
  if (Array.isArray(node)) for (const item of node) yield* undescribed(item, path);
  if (!isJsonObject(node)) return;
  const { properties, items, anyOf, oneOf, allOf, patternProperties, additionalProperties } = node;
  for (const [name, schema] of Object.entries(isJsonObject(properties) ? properties : {})) {
    if (!isDescribed(schema)) yield `${path}.${name}`;
    yield* undescribed(schema, `${path}.${name}`);
  }
  const inner = [items, anyOf, oneOf, allOf, additionalProperties];
  for (const schema of [...inner, ...Object.values(isJsonObject(patternProperties) ? patternProperties : {})]) {
    yield* undescribed(schema, `${path}[]`);
  }
}

test('every property has a description', () => {
  const roots: [string, unknown][] = [
    ...Object.entries(document.components.schemas),
    ...contents.map(({ operationId, schema }): [string, unknown] => [operationId, schema]),
  ];
  assert.ok(roots.length > 100);
  assert.deepEqual(
    roots.flatMap(([name, schema]) => [...undescribed(schema, name)]),
    [],
  );
});

test('every parameter has a description', () => {
  const nameless = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters.filter(({ description }) => !isText(description)).map(({ name }) => `${operationId} ${name}`),
  );
  assert.deepEqual(nameless, []);
});

test('every request body is a component with a name', () => {
  const bodies = operations.flatMap(({ operationId, requestBody }) =>
    Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => ({
      name: `${operationId} ${type}`,
      schema,
    })),
  );
  assert.ok(bodies.length > 20);
  assert.deepEqual(
    bodies.filter(({ schema }) => typeof schema?.['$ref'] !== 'string').map(({ name }) => name),
    [],
  );
});

test('every content has a schema', () => {
  const empty = contents.filter(({ schema }) => schema === undefined || Object.keys(schema).length === 0);
  assert.deepEqual(empty, []);
});

test('two schemas never share a name', () => {
  const texts = new Map<string, Set<string>>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { title } = node as Json;
    if (typeof title === 'string') texts.set(title, (texts.get(title) ?? new Set()).add(JSON.stringify(node)));
    for (const inner of Object.values(node)) visit(inner);
  };
  for (const route of routes) {
    if (route.kind === 'json') visit([route.query, route.body, route.response, route.alternative?.response]);
    if (route.kind === 'stream') visit([route.query, route.accepts, route.response]);
  }
  assert.deepEqual(
    [...texts].filter(([, shapes]) => shapes.size > 1).map(([title]) => title),
    [],
  );
});

test('every operation has a summary and a description of its own', () => {
  const silent = routes.filter((route) => !isText(route.description)).map(({ operation }) => operation);
  assert.deepEqual(silent, []);
  const incomplete = operations.filter(({ summary, description }) => !isText(summary) || !isText(description));
  assert.deepEqual(incomplete, []);
});

test('every tag has a text, and every operation has a listed tag', () => {
  assert.deepEqual(
    document.tags.filter(({ description }) => !isText(description)),
    [],
  );
  const listed = document.tags.map(({ name }) => name);
  assert.deepEqual(
    operations.flatMap(({ tags }) => tags).filter((tag) => !listed.includes(tag)),
    [],
  );
});

test('every type that is sent has a webhook with typed data, and the feed returns the same', () => {
  assert.deepEqual(Object.keys(document.webhooks), Object.keys(eventData));
  const { oneOf } = document.components.schemas['Event'] as { oneOf: Json[] };
  const ofWebhooks = Object.values(document.webhooks).map(
    ({ post }) => post?.requestBody?.content['application/json']?.schema,
  );
  assert.deepEqual(oneOf, ofWebhooks);
  const published = componentOf(oneOf[1] ?? {}) as { properties: { type: Json; data: Json } };
  assert.equal(published.properties.type['const'], 'post.published');
  assert.deepEqual(published.properties.data, { $ref: '#/components/schemas/PostEventData' });
});

test('probes, metrics, pages and what platforms call are left out', () => {
  const internal = /^\/(metrics|healthz|readyz|docs|sandbox|$)|platform-webhooks|openapi\.json|\/callback$/;
  const published = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  assert.ok(published.includes('post /v1/posts'));
  assert.deepEqual(
    published.filter((name) => internal.test(name.split(' ')[1] ?? '')),
    [],
  );
  assert.deepEqual(
    operations.filter(({ responses }) => JSON.stringify(responses).includes('text/html')),
    [],
  );
});

test('platform is an enum, and settings are those that GET /v1/platforms returns', () => {
  const { schemas } = document.components;
  const names = adapters.map(({ name }) => name);
  assert.deepEqual(schemas['PlatformName']?.['enum'], names);
  assert.deepEqual(schemas['PlatformFilter']?.['enum'], [...names, 'all']);
  for (const { name, label, publish } of adapters) {
    const target = schemas[`${label}TargetInput`]?.['properties'] as Record<string, Json>;
    assert.equal(target['platform']?.['const'], name);
    assert.deepEqual(target['settings'], { $ref: `#/components/schemas/${label}Settings` });
    const settings = schemas[`${label}Settings`];
    assert.deepEqual(Object.keys(settings?.['properties'] ?? {}), Object.keys(publish.options.properties));
    assert.ok(!('additionalProperties' in (settings ?? {})), 'unknown settings stay valid');
  }
});

test('every property called platform has the values of the registry', () => {
  const { schemas } = document.components;
  const free = Object.entries(schemas).filter(([name, { properties }]) => {
    const { platform } = (properties ?? {}) as Record<string, Json>;
    const isFree = platform?.['type'] === 'string' && platform['const'] === undefined;
    // Its value is ignored.
    return isFree && name !== 'BulkContacts';
  });
  assert.deepEqual(free, []);
});
