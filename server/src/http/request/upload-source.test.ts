import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock } from '../../kernel/time/clock.ts';
import { uploadSource } from './upload-source.ts';

const turns = async (): Promise<void> => {
  for (let count = 0; count < 10; count += 1) await Promise.resolve();
};

/** A client of which the test says when it sends what. */
function client() {
  const waiting: ((chunk: Uint8Array) => void)[] = [];
  const body: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise((resolve) => waiting.push((value) => resolve({ done: false, value }))),
    }),
  };
  return { body, send: (bytes: number) => waiting.shift()?.(Buffer.alloc(bytes)) };
}

test('16 kB a second over half a minute are enough, less is too slow', async () => {
  const clock = manualClock(new Date());
  const { body, send } = client();
  const source = uploadSource(body, clock);
  let next = source.next();
  await turns();
  send(480_000);
  await next;
  next = source.next();
  await turns();
  clock.advance(30_000);
  await turns();
  send(479_999);
  await next;
  const slow = assert.rejects(source.next(), { code: 'requestTimeout' });
  await turns();
  clock.advance(30_000);
  await slow;
});

test('the time in which nobody took the bytes is not held against the client', async () => {
  const clock = manualClock(new Date());
  const { body, send } = client();
  const source = uploadSource(body, clock);
  const first = source.next();
  await turns();
  send(10);
  await first;
  clock.advance(60_000);
  await turns();
  const second = source.next();
  await turns();
  send(10);
  assert.equal((await second).value?.length, 10);
});

test('200 MB within one window pass through little memory', async () => {
  const fresh = async function* (count: number): AsyncGenerator<Uint8Array> {
    for (let number = 0; number < count; number += 1) yield Buffer.alloc(65_536, number);
  };
  const clock = manualClock(new Date());
  for await (const chunk of uploadSource(fresh(160), clock)) assert.equal(chunk.length, 65_536);
  const before = process.memoryUsage.rss();
  let peak = before;
  for await (const chunk of uploadSource(fresh(3200), clock)) {
    assert.equal(chunk.length, 65_536);
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  const grownMb = (peak - before) / 1024 / 1024;
  process.stdout.write(`# 200 MB passed, resident memory grew by ${grownMb.toFixed(1)} MB\n`);
  assert.ok(grownMb < 100, `${grownMb} MB`);
});

test('a client that breaks off is told as it is', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(10);
    throw new Error('aborted');
  };
  const source = uploadSource(broken(), manualClock(new Date()));
  await source.next();
  await assert.rejects(source.next(), /aborted/);
});
