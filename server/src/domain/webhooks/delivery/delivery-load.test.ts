import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { createDeliveryLoad, type DeliveryLoad } from './delivery-load.ts';

let lastId = 0;
const endpoint = (id: string) => ({ id, ownerId: `owner of ${id}` });
const attempt = (endpointId: string): ClaimedDelivery =>
  ({ id: `whd_${(lastId += 1)}`, endpointId, ownerId: `owner of ${endpointId}` }) as ClaimedDelivery;

function serve(load: DeliveryLoad): ClaimedDelivery[] {
  const counts = load.countsToClaim();
  load.recordClaims(
    counts,
    [...counts].flatMap(([id, count]) => Array.from({ length: count }, () => attempt(id))),
  );
  return load.next();
}

function end(load: DeliveryLoad, attempts: readonly ClaimedDelivery[], durationMs: number): void {
  for (const one of attempts) load.end(one, durationMs);
}

test('is empty until an endpoint waits, and again when none waits or is served', () => {
  const load = createDeliveryLoad();
  assert.equal(load.isEmpty(), true);
  load.wake(endpoint('a'));
  assert.equal(load.isEmpty(), false);
  const attempts = serve(load);
  load.recordClaims(load.countsToClaim(), []);
  end(load, attempts, 10);
  load.recordClaims(load.countsToClaim(), []);
  assert.equal(load.isEmpty(), true);
});

test('an endpoint with fewer due deliveries than granted stops waiting', () => {
  const load = createDeliveryLoad();
  load.wake(endpoint('a'));
  const counts = load.countsToClaim();
  assert.equal(counts.get('a'), 4);
  load.recordClaims(counts, [attempt('a')]);
  end(load, load.next(), 10);
  assert.equal(load.isEmpty(), true);
});

test('an endpoint that used its whole grant keeps waiting', () => {
  const load = createDeliveryLoad();
  load.wake(endpoint('a'));
  end(load, serve(load), 10);
  assert.equal(load.isEmpty(), false);
  assert.ok((load.countsToClaim().get('a') ?? 0) > 0);
});

test('an endpoint woken during its claim waits again', () => {
  const load = createDeliveryLoad();
  load.wake(endpoint('a'));
  const counts = load.countsToClaim();
  load.wake(endpoint('a'));
  load.recordClaims(counts, []);
  assert.equal(load.isEmpty(), false);
  load.recordClaims(load.countsToClaim(), []);
  assert.equal(load.isEmpty(), true);
});

test('a new endpoint has four slots until it has responded within a second', () => {
  const load = createDeliveryLoad();
  load.wake(endpoint('a'));
  const first = serve(load);
  assert.equal(first.length, 4);
  end(load, first, 999);
  assert.equal(serve(load).length, 20);
});

test('a response that takes a second makes an endpoint slow again', () => {
  const load = createDeliveryLoad();
  load.wake(endpoint('a'));
  end(load, serve(load), 10);
  end(load, serve(load), 1000);
  assert.equal(serve(load).length, 4);
});

test('slow endpoints hold at most sixteen slots and release them when they end', () => {
  const load = createDeliveryLoad();
  for (let n = 1; n <= 10; n += 1) load.wake(endpoint(`slow ${n}`));
  const held = serve(load);
  assert.equal(held.length, 16);
  assert.equal(load.countsToClaim().size, 0);
  end(load, held, 5000);
  assert.equal(serve(load).length, 16);
});

test('serves all of 200 endpoints by moving each considered endpoint to the end', () => {
  const load = createDeliveryLoad();
  for (let n = 1; n <= 200; n += 1) load.wake(endpoint(`e${n}`));
  const served = new Set<string>();
  for (let round = 1; round <= 100 && served.size < 200; round += 1) {
    const attempts = serve(load);
    for (const one of attempts) served.add(one.endpointId);
    end(load, attempts, 10);
  }
  assert.equal(served.size, 200);
});

test('grants nothing after sleepAll', () => {
  const load = createDeliveryLoad();
  load.wake(endpoint('a'));
  load.sleepAll();
  assert.equal(load.countsToClaim().size, 0);
  assert.equal(load.isEmpty(), true);
});
