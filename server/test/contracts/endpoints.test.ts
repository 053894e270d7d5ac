import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../src/http/routes/index.ts';
import { endpoints } from './endpoints.ts';

// Assets of the reference page are no endpoints.
const parts = new Set(['GET /docs/', 'GET /docs/js/scalar.js']);
const served = Object.fromEntries(
  routes.map((route) => [`${route.method} ${route.path}`, route.access]).filter(([name]) => !parts.has(name ?? '')),
);

test('every endpoint is served with the listed access', () => {
  assert.deepEqual(served, endpoints);
  assert.equal(Object.keys(endpoints).length, 110);
});

test('operation names are unique', () => {
  assert.equal(new Set(routes.map((route) => route.operation)).size, routes.length);
});
