import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deadline, manualClock, realClock, within } from './clock.ts';

const start = new Date('2026-03-02T09:00:00.000Z');
const never = new Promise<string>(() => undefined);

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const turn = new Promise((resolve) => setImmediate(resolve, 'pending'));
  return (await Promise.race([promise.then(() => 'settled'), turn])) === 'settled';
}

test('a manual clock stands still until it is advanced', () => {
  const clock = manualClock(start);
  assert.deepEqual(clock.now(), start);
  clock.advance(1500);
  assert.equal(clock.now().toISOString(), '2026-03-02T09:00:01.500Z');
});

test('a sleep on a manual clock ends when its instant is reached, not before', async () => {
  const clock = manualClock(start);
  const sleep = clock.sleep(1000);
  clock.advance(999);
  assert.equal(await isSettled(sleep), false);
  clock.advance(1);
  assert.equal(await isSettled(sleep), true);
});

test('an abort ends a sleep on either clock', async () => {
  for (const clock of [manualClock(start), realClock]) {
    const stop = new AbortController();
    const sleep = clock.sleep(3_600_000, stop.signal);
    assert.equal(await isSettled(sleep), false);
    stop.abort();
    await sleep;
  }
});

test('the real clock does not sleep on an already aborted signal', async () => {
  await realClock.sleep(3_600_000, AbortSignal.abort());
});

test('within returns the result of work that finishes in time', async () => {
  assert.equal(await within(manualClock(start), 1000, Promise.resolve('done')), 'done');
});

test('within returns undefined after the timeout', async () => {
  const clock = manualClock(start);
  const result = within(clock, 1000, never);
  clock.advance(1000);
  assert.equal(await result, undefined);
});

test('within passes on the error of the work', async () => {
  await assert.rejects(within(manualClock(start), 1000, Promise.reject(new Error('broken'))), /broken/);
});

test('both clocks end a sleep at once on an already aborted signal', async () => {
  const signal = AbortSignal.abort();
  await manualClock(new Date(0)).sleep(1000, signal);
  await realClock.sleep(60_000, signal);
});

test('deadline returns the result of the work, or its own error when the work is late', async () => {
  const late = (): Error => new Error('late');
  assert.equal(await deadline(1000, Promise.resolve(7), late), 7);
  await assert.rejects(deadline(1000, Promise.reject(new Error('broken')), late), { message: 'broken' });
  await assert.rejects(deadline(1, new Promise(() => undefined), late), { message: 'late' });
});

test('a call after some time happens once, at its instant, unless it was cancelled', () => {
  const clock = manualClock(start);
  const calls: string[] = [];
  clock.after(1000, () => calls.push('kept'));
  const cancel = clock.after(1000, () => calls.push('cancelled'));
  clock.advance(999);
  assert.deepEqual(calls, []);
  cancel();
  clock.advance(1);
  clock.advance(1000);
  assert.deepEqual(calls, ['kept']);
});

test('the real clock calls after some time, unless the call was cancelled', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const cancel = realClock.after(1, () => resolve('cancelled'));
  cancel();
  realClock.after(5, () => resolve('kept'));
  assert.equal(await promise, 'kept');
});
