import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { adapters } from '../../src/platforms/registry.ts';
import { networks } from '../../../sandbox/src/registry.ts';
import { chosenCases } from './chosen-cases.ts';
import { cases } from './index.ts';
import { newAccount } from './people.ts';
import { afterwardsSuite } from './suite/afterwards.ts';
import { boardsSuite } from './suite/boards.ts';
import { closingSuite } from './suite/closing.ts';
import { connectSuite } from './suite/connect.ts';
import { offlineSuite } from './suite/offline.ts';
import { pollFaultsSuite } from './suite/poll-faults.ts';
import { prepareFaultsSuite } from './suite/prepare-faults.ts';
import { publishSuite } from './suite/publish.ts';
import { refreshSuite } from './suite/refresh.ts';
import { sendFaultsSuite } from './suite/send-faults.ts';
import { checksOf } from './suite/suite.ts';
import { startWorld } from './world.ts';

/** In this order: the last looks back on all. */
const suites = [
  connectSuite,
  refreshSuite,
  publishSuite,
  prepareFaultsSuite,
  sendFaultsSuite,
  pollFaultsSuite,
  afterwardsSuite,
  boardsSuite,
  offlineSuite,
  closingSuite,
];

const described = cases.map(({ adapter }) => adapter.name);

test('every network has an adapter, a stand-in and a description', () => {
  const registered = adapters.map(({ name }) => name);
  assert.deepEqual(
    registered.filter((name) => !described.includes(name)),
    [],
    'adapters without a description',
  );
  const names = networks.map(({ name }) => name);
  assert.deepEqual(names.toSorted(), registered.toSorted(), 'adapters and networks of the sandbox');
});

const worlds = await Promise.all(chosenCases().map(startWorld));
// What is loaded and compiled on first use must not hold up requests that are given little time.
for (const world of worlds) await newAccount(world).catch(() => undefined);

// Most of the time is spent waiting for answers that do not come.
describe('networks', { concurrency: 2 }, () => {
  for (const world of worlds) {
    describe(world.adapter.name, { concurrency: 1 }, () => {
      after(() => world.close());
      const check = checksOf(world);
      for (const suite of suites) suite(world, check);
    });
  }
});
