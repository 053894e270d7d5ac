import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { exampleOf } from '../../src/http/openapi/example.ts';
import { openapiDocument } from '../../src/http/openapi.ts';
import { routes } from '../../src/http/routes/index.ts';
import { errorSchemas } from '../../src/schemas/error.ts';
import { createBodyCheck } from '../../src/schemas/validate.ts';

type Content = Record<string, { example?: unknown }>;
type Operation = {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
const { paths } = openapiDocument(routes, '/') as { paths: Record<string, Record<string, Operation>> };
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

/** Schemas without an example yield undefined, which would vanish in JSON. */
function holes(value: unknown, path: string): string[] {
  if (value === undefined) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => holes(inner, `${path}.${key}`));
}

test('every request body and every response has an example, besides binary files', () => {
  const missing = operations.flatMap(({ operationId, requestBody, responses }) =>
    Object.entries<{ content?: Content }>({ ...responses, body: requestBody ?? {} }).flatMap(
      ([part, { content = {} }]) =>
        Object.entries(content)
          .filter(([type, { example }]) => example === undefined && /json|csv/.test(type))
          .map(([type]) => `${operationId} ${part} ${type}`),
    ),
  );
  assert.deepEqual(missing, []);
});

test('no example repeats or confirms anything dangerous', () => {
  const text = JSON.stringify(paths);
  assert.match(text, /"example":/);
  assert.doesNotMatch(text, /"(confirm|allowDuplicate|publishNow)":true/);
});

const responses: [string, TSchema][] = routes.flatMap((route): [string, TSchema][] => {
  if (route.kind === 'stream' && route.contentType === 'application/json' && route.response !== undefined)
    return [[route.operation, route.response]];
  if (route.kind !== 'json') return [];
  const { operation, response, alternative } = route;
  return [
    [operation, response],
    ...(alternative === undefined ? [] : [[operation, alternative.response] as [string, TSchema]]),
  ];
});

test('every example of a response matches its schema', () => {
  assert.ok(responses.length > 80);
  for (const [name, schema] of [...responses, ...Object.entries<TSchema>(errorSchemas)]) {
    const example = exampleOf(schema);
    assert.deepEqual(holes(example, name), []);
    assert.deepEqual(Compile(schema).Errors(example)[1], [], name);
  }
});

for (const route of routes) {
  if (route.kind !== 'json' || route.body === undefined) continue;
  const { body, operation } = route;
  test(`the example of the body of "${operation}" is accepted without unknown keys`, () => {
    const example = exampleOf(body);
    assert.deepEqual(holes(example, operation), []);
    assert.deepEqual(createBodyCheck(body, 'reject')(example as Record<string, unknown>), example);
  });
}
