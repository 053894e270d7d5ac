import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../src/http/routes/index.ts';
import { here, toCome } from './endpoints.ts';

// Assets of the reference page are not endpoints.
const parts = new Set(['GET /docs/', 'GET /docs/js/scalar.js']);
const served = Object.fromEntries(
  routes.map((route) => [`${route.method} ${route.path}`, route.access]).filter(([name]) => !parts.has(name ?? '')),
);

test('every endpoint is served with the listed access, and none is both served and planned', () => {
  assert.deepEqual(served, here);
  assert.deepEqual(
    Object.keys(here).filter((name) => name in toCome),
    [],
  );
});

test('served and planned endpoints add up to the whole API', () => {
  assert.equal(Object.keys({ ...here, ...toCome }).length, 100);
});

test('operation names are unique', () => {
  assert.equal(new Set(routes.map((route) => route.operation)).size, routes.length);
});
