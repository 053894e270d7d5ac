import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { createDeliveryLoad, type DeliveryLoad } from './delivery-load.ts';

let made = 0;
const endpoint = (id: string) => ({ id, ownerId: `owner of ${id}` });
/** Only what the load looks at. */
const attempt = (endpointId: string): ClaimedDelivery =>
  ({ id: `whd_${(made += 1)}`, endpointId, ownerId: `owner of ${endpointId}` }) as ClaimedDelivery;

/** Claims all that is wanted and begins what has a slot. */
function serve(load: DeliveryLoad): ClaimedDelivery[] {
  const wanted = load.wanted();
  load.taken(
    wanted,
    [...wanted].flatMap(([id, count]) => Array.from({ length: count }, () => attempt(id))),
  );
  return load.next();
}

function end(load: DeliveryLoad, attempts: readonly ClaimedDelivery[], durationMs: number): void {
  for (const one of attempts) load.end(one, durationMs);
}

test('it is empty until somebody waits, and again when nobody waits or is served', () => {
  const load = createDeliveryLoad();
  assert.equal(load.isEmpty(), true);
  load.wake(endpoint('a'));
  assert.equal(load.isEmpty(), false);
  const attempts = serve(load);
  load.taken(load.wanted(), []);
  end(load, attempts, 10);
  load.taken(load.wanted(), []);
  assert.equal(load.isEmpty(), true);
});

test('an endpoint that had fewer due than it was granted waits no more', () => {
  const load = createDeliveryLoad();
  load.wake(endpoint('a'));
  const wanted = load.wanted();
  assert.equal(wanted.get('a'), 4);
  load.taken(wanted, [attempt('a')]);
  end(load, load.next(), 10);
  assert.equal(load.isEmpty(), true);
});

test('an endpoint that used up its grant goes on waiting', () => {
  const load = createDeliveryLoad();
  load.wake(endpoint('a'));
  end(load, serve(load), 10);
  assert.equal(load.isEmpty(), false);
  assert.ok((load.wanted().get('a') ?? 0) > 0);
});

test('one that is woken while it is claimed waits again, so that nothing is overlooked', () => {
  const load = createDeliveryLoad();
  load.wake(endpoint('a'));
  const wanted = load.wanted();
  load.wake(endpoint('a'));
  load.taken(wanted, []);
  assert.equal(load.isEmpty(), false);
  load.taken(load.wanted(), []);
  assert.equal(load.isEmpty(), true);
});

test('a new endpoint has four slots until it has answered within a second', () => {
  const load = createDeliveryLoad();
  load.wake(endpoint('a'));
  const first = serve(load);
  assert.equal(first.length, 4);
  end(load, first, 999);
  assert.equal(serve(load).length, 20);
});

test('an answer that took a second makes an endpoint slow again', () => {
  const load = createDeliveryLoad();
  load.wake(endpoint('a'));
  end(load, serve(load), 10);
  end(load, serve(load), 1000);
  assert.equal(serve(load).length, 4);
});

test('slow endpoints hold sixteen slots at most, and what they held is free when they end', () => {
  const load = createDeliveryLoad();
  for (let n = 1; n <= 10; n += 1) load.wake(endpoint(`slow ${n}`));
  const held = serve(load);
  assert.equal(held.length, 16);
  assert.equal(load.wanted().size, 0);
  end(load, held, 5000);
  assert.equal(serve(load).length, 16);
});

test('whoever was looked at goes to the end, so that more than can be considered are all served', () => {
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

test('after sleepAll nobody is granted anything', () => {
  const load = createDeliveryLoad();
  load.wake(endpoint('a'));
  load.sleepAll();
  assert.equal(load.wanted().size, 0);
  assert.equal(load.isEmpty(), true);
});
