import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoopDelay, shedLoad } from './load-shedding.ts';

const calm = { eventLoopDelayMs: 20, waiting: 0 };
const overload = { code: 'unavailable', details: { retryAfterSeconds: 2 } };

test('rejects no request without load', () => {
  assert.doesNotThrow(() => shedLoad(calm, true, 250));
  assert.doesNotThrow(() => shedLoad(calm, false, 250));
});

test('rejects lists and bulk requests first: above 250 ms of event loop delay or 200 waiting requests', () => {
  for (const limit of [{ eventLoopDelayMs: 250 }, { waiting: 200 }]) {
    assert.doesNotThrow(() => shedLoad({ ...calm, ...limit }, true, 250));
  }
  for (const beyond of [{ eventLoopDelayMs: 251 }, { waiting: 201 }]) {
    assert.throws(() => shedLoad({ ...calm, ...beyond }, true, 250), overload);
    assert.doesNotThrow(() => shedLoad({ ...calm, ...beyond }, false, 250));
  }
});

test('rejects all other requests at twice that load', () => {
  for (const limit of [{ eventLoopDelayMs: 500 }, { waiting: 400 }]) {
    assert.doesNotThrow(() => shedLoad({ ...calm, ...limit }, false, 250));
  }
  for (const beyond of [{ eventLoopDelayMs: 501 }, { waiting: 401 }]) {
    assert.throws(() => shedLoad({ ...calm, ...beyond }, false, 250), overload);
  }
});

function stall(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

test('a single event loop stall does not count as overload, consecutive stalls do', async () => {
  const delay = createLoopDelay(() => performance.now());
  try {
    await turn();
    stall(600);
    await turn();
    assert.equal(delay.read(), 0, 'a library was loaded');
    await turn();
    stall(600);
    await turn();
    assert.ok(delay.read() > 50, 'and now it goes on');
  } finally {
    delay.stop();
  }
});
