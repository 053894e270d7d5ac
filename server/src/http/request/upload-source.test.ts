import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock } from '../../kernel/time/clock.ts';
import { uploadSource } from './upload-source.ts';

const turns = async (): Promise<void> => {
  for (let count = 0; count < 10; count += 1) await Promise.resolve();
};

function client() {
  const waiting: ((chunk: Uint8Array) => void)[] = [];
  const body: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise((resolve) => waiting.push((value) => resolve({ done: false, value }))),
    }),
  };
  return { body, send: (bytes: number) => waiting.shift()?.(Buffer.alloc(bytes)) };
}

test('accepts 16 kB per second over 30 seconds and rejects anything slower with requestTimeout', async () => {
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

test('does not count the time during which the consumer reads nothing', async () => {
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

test('streams 200 MB within one window in less than 100 MB of memory', async () => {
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

test('passes on the error of a client that aborts', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(10);
    throw new Error('aborted');
  };
  const source = uploadSource(broken(), manualClock(new Date()));
  await source.next();
  await assert.rejects(source.next(), /aborted/);
});
