import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../src/http/routes/index.ts';
import { here, toCome } from './endpoints.ts';

const served = routes.map((route) => `${route.method} ${route.path}`);
// The files behind the reference page are parts of it, not endpoints of the contract.
const parts = new Set(['GET /docs/', 'GET /docs/js/scalar.js']);

test('every endpoint of the contract is either served or listed as still to come', () => {
  assert.deepEqual(served.filter((name) => !parts.has(name)).sort(), [...here].sort());
  assert.deepEqual(
    here.filter((name) => toCome.includes(name)),
    [],
  );
});

test('the two lists together hold the whole endpoint table of the contract', () => {
  assert.equal(new Set([...here, ...toCome]).size, 96);
});

test('operations have names of their own', () => {
  assert.equal(new Set(routes.map((route) => route.operation)).size, routes.length);
});
