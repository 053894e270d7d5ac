import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { routes } from '../index.ts';

const t = await startTestApp();

async function documentOf(app: TestApp) {
  const { status, body } = await app.call('GET', '/v1/openapi.json');
  assert.equal(status, 200);
  return body;
}

test('returns an OpenAPI 3.1.0 document of API version 1.0.0 without a key', async () => {
  const document = await documentOf(t);
  assert.equal(document.openapi, '3.1.0');
  assert.equal(document.info.version, '1.0.0');
});

test('describes every published route and nothing else', async () => {
  const { paths } = await documentOf(t);
  const described = Object.entries<object>(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const published = routes.filter((route) => ['json', 'stream'].includes(route.kind) && route.isInternal !== true);
  assert.ok(published.length > 80);
  assert.deepEqual(described.sort(), published.map((route) => `${route.method} ${route.path}`).sort());
});

test('every reference resolves to a component', async () => {
  const document = await documentOf(t);
  const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]);
  assert.ok(names.length > 0);
  for (const name of names) assert.ok(Object.hasOwn(document.components.schemas, String(name)), name);
});

test('equals docs/openapi.json apart from the servers', async () => {
  const file = new URL('../../../../../docs/openapi.json', import.meta.url);
  const committed = JSON.parse(await readFile(file, 'utf8')) as object;
  assert.deepEqual({ ...(await documentOf(t)), servers: null }, { ...committed, servers: null });
});

test('lists the public URL as its server', async () => {
  const other = await startTestApp({ environment: { HERALD_PUBLIC_URL: 'https://herald.example' } });
  assert.deepEqual((await documentOf(other)).servers, [{ url: 'https://herald.example' }]);
  assert.deepEqual((await documentOf(t)).servers, [{ url: '/' }]);
});
