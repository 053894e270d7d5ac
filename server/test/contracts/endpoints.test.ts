import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../src/http/routes/index.ts';
import { here, toCome } from './endpoints.ts';

// The files behind the reference page are parts of it, not endpoints of the contract.
const parts = new Set(['GET /docs/', 'GET /docs/js/scalar.js']);
const served = Object.fromEntries(
  routes.map((route) => [`${route.method} ${route.path}`, route.access]).filter(([name]) => !parts.has(name ?? '')),
);

test('every endpoint of the contract is served with the key it demands, or listed as still to come', () => {
  assert.deepEqual(served, here);
  assert.deepEqual(
    Object.keys(here).filter((name) => name in toCome),
    [],
  );
});

test('the two lists together hold the whole endpoint table of the contract', () => {
  assert.equal(Object.keys({ ...here, ...toCome }).length, 96);
});

test('operations have names of their own', () => {
  assert.equal(new Set(routes.map((route) => route.operation)).size, routes.length);
});
