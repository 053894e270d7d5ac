import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Settlement } from './delivery-queue-store.ts';
import { endpointChanges } from './settle-batch.ts';

const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, second));
let count = 0;

function settlement(fields: Partial<Settlement>): Settlement {
  return {
    id: `whd_${(count += 1)}`,
    claimToken: 'token',
    status: 'delivered',
    waitMs: null,
    errorCode: null,
    httpStatus: 200,
    durationMs: 1,
    attemptedAt: at(0),
    responseExcerpt: '',
    isEndpointCurrent: false,
    ...fields,
  };
}

const success = (second: number) => settlement({ attemptedAt: at(second) });
const retrying = (second: number) =>
  settlement({ status: 'retrying', errorCode: 'httpError', httpStatus: 500, attemptedAt: at(second) });
const exhausted = (second: number) =>
  settlement({ status: 'failed', errorCode: 'timeout', httpStatus: null, attemptedAt: at(second) });
const endpointGone = (second: number) =>
  settlement({ status: 'failed', errorCode: 'gone', httpStatus: 410, attemptedAt: at(second) });

function changeBy(...outcomes: Settlement[]) {
  const settled = new Map(outcomes.map(({ id }) => [id, { id, endpointId: 'whk_1', ownerId: 'usr_1' }]));
  const changes = endpointChanges(outcomes, settled);
  assert.ok(changes.length <= 1);
  return changes[0];
}

const nothing = { id: 'whk_1', deliveredAt: null, failedAt: null, hasDelivered: false, exhausted: 0, isGone: false };

test('a success sets deliveredAt and clears earlier failures', () => {
  assert.deepEqual(changeBy(success(1)), { ...nothing, deliveredAt: at(1), hasDelivered: true });
  const change = changeBy(exhausted(1), exhausted(2), success(3));
  assert.deepEqual(change, { ...nothing, deliveredAt: at(3), failedAt: at(2), hasDelivered: true });
});

test('failures after a success count', () => {
  const change = changeBy(exhausted(1), success(2), exhausted(3), exhausted(4));
  assert.deepEqual(change, { ...nothing, deliveredAt: at(2), failedAt: at(4), hasDelivered: true, exhausted: 2 });
});

test('a failure with attempts left sets failedAt and does not count as exhausted', () => {
  assert.deepEqual(changeBy(retrying(1)), { ...nothing, failedAt: at(1) });
});

test('410 sets isGone without counting as exhausted, and a later success does not clear it', () => {
  assert.deepEqual(changeBy(endpointGone(1)), { ...nothing, failedAt: at(1), isGone: true });
  assert.equal(changeBy(endpointGone(1), success(2))?.isGone, true);
});

test('unsent deliveries and lost claims change no endpoint', () => {
  assert.equal(changeBy(settlement({ status: 'failed', errorCode: 'endpointDisabled', attemptedAt: null })), undefined);
  assert.deepEqual(endpointChanges([exhausted(1)], new Map()), []);
});

test('returns one change per endpoint, ordered by ID', () => {
  const outcomes = ['b', 'a', 'c', 'a'].map((endpointId, index) => ({ endpointId, outcome: exhausted(index) }));
  const settled = new Map(
    outcomes.map(({ endpointId, outcome: { id } }) => [id, { id, endpointId, ownerId: 'usr_1' }] as const),
  );
  const changes = endpointChanges(
    outcomes.map((one) => one.outcome),
    settled,
  );
  assert.deepEqual(
    changes.map((change) => [change.id, change.exhausted]),
    [
      ['a', 2],
      ['b', 1],
      ['c', 1],
    ],
  );
});
