import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { manualClock } from './clock.ts';
import { orAborted, timeLimit } from './time-limit.ts';

const kindOf = (signal: AbortSignal): unknown => (signal.reason as { kind?: unknown } | undefined)?.kind;

test('the signal fires when the time is over, and not before', async () => {
  const clock = manualClock(new Date(0));
  using limit = timeLimit(clock, 100);
  clock.advance(99);
  await turn();
  assert.equal(limit.signal.aborted, false);
  clock.advance(1);
  await turn();
  assert.equal(kindOf(limit.signal), 'timeout');
});

test('the signal fires with the outer one, even when that has already fired', () => {
  const outer = new AbortController();
  using before = timeLimit(manualClock(new Date(0)), 100, outer.signal);
  outer.abort();
  using after = timeLimit(manualClock(new Date(0)), 100, outer.signal);
  assert.deepEqual([kindOf(before.signal), kindOf(after.signal)], ['aborted', 'aborted']);
});

test('once disposed, it never fires and leaves no listener behind', async () => {
  const clock = manualClock(new Date(0));
  const outer = new AbortController();
  const limit = timeLimit(clock, 100, outer.signal);
  limit[Symbol.dispose]();
  clock.advance(100);
  await turn();
  assert.equal(limit.signal.aborted, false);
  assert.deepEqual(getEventListeners(outer.signal, 'abort'), []);
});

test('orAborted settles with the result, the error or the abort, whichever is first', async () => {
  const stop = new AbortController();
  assert.equal(await orAborted(Promise.resolve(1), stop.signal), 1);
  await assert.rejects(orAborted(Promise.reject(new Error('broken')), stop.signal), /broken/);
  const hanging = orAborted(new Promise(() => undefined), stop.signal);
  stop.abort(new Error('late'));
  await assert.rejects(hanging, /late/);
  await assert.rejects(orAborted(new Promise(() => undefined), stop.signal), /late/);
  assert.deepEqual(getEventListeners(stop.signal, 'abort'), []);
});
