import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adapters } from '../../src/platforms/registry.ts';
import { platforms } from '../../../sandbox/src/registry.ts';
import { cases } from './index.ts';
import { coreFaults } from './suite/suite.ts';
import { describePlatforms } from './suite/describe-platforms.ts';

const described = cases.map(({ adapter }) => adapter.name);

test('every platform has an adapter, a sandbox implementation and a description', () => {
  const registered = adapters.map(({ name }) => name);
  assert.deepEqual(
    registered.filter((name) => !described.includes(name)),
    [],
    'adapters without a description',
  );
  const names = platforms.map(({ name }) => name);
  assert.deepEqual(names.toSorted(), registered.toSorted(), 'adapters and sandbox platforms differ');
});

// faults.full.test.ts covers the other faults.
await describePlatforms((fault) => coreFaults.includes(fault));
