import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { routes } from '../../src/http/routes/index.ts';
import { adapters } from '../../src/platforms/registry.ts';

type Node = Readonly<Record<string, unknown>>;

function* unexplainedPatterns(node: unknown, path: string): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  const { pattern, patternProperties, additionalProperties } = node as Node;
  const isClosed = patternProperties !== undefined && additionalProperties === false;
  if ((typeof pattern === 'string' || isClosed) && !('x-rule' in node)) yield path;
  for (const [key, inner] of Object.entries(node)) yield* unexplainedPatterns(inner, `${path}/${key}`);
}

test('every pattern that clients can violate has a rule with an example', () => {
  const inputs: [string, TSchema | undefined][] = [
    ...routes.flatMap((route): [string, TSchema | undefined][] => [
      [`${route.path} query`, 'query' in route ? route.query : undefined],
      [`${route.path} body`, 'body' in route ? route.body : undefined],
    ]),
    ...adapters.map((adapter): [string, TSchema] => [adapter.name, adapter.publish.options]),
  ];
  assert.deepEqual(
    inputs.flatMap(([name, schema]) => [...unexplainedPatterns(schema, name)]),
    [],
  );
  const rules = JSON.stringify(inputs).match(/"x-rule":"[^"]+"/g) ?? [];
  assert.ok(rules.length >= 8);
  for (const rule of rules) assert.match(rule, /must (?:be|have) .*, such as /);
});
