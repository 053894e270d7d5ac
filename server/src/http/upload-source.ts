import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';

const windowMs = 30_000;
const windowBytesMin = 16_000 * 30;

/** The bytes of an upload, as long as they come at a pace: a client that trickles would hold a place for ever. */
export async function* uploadSource(
  body: AsyncIterable<Uint8Array>,
  clock: Pick<Clock, 'sleep'>,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let room = newWindow(clock);
  let pending = chunks.next();
  try {
    for (;;) {
      const next = await Promise.race([pending, room.over]);
      if (next === undefined) {
        if (room.bytes < windowBytesMin) throw new AppError('requestTimeout', 'The upload is too slow');
        room = newWindow(clock);
        continue;
      }
      if (next.done === true) return;
      room.bytes += next.value.length;
      yield next.value;
      // The time in which nobody took the bytes is not the client's.
      if (room.isOver()) room = newWindow(clock);
      pending = chunks.next();
    }
  } finally {
    room.stop();
  }
}

type Window = { bytes: number; over: Promise<undefined>; isOver(): boolean; stop(): void };

function newWindow(clock: Pick<Clock, 'sleep'>): Window {
  const ended = new AbortController();
  let isOver = false;
  const over = clock.sleep(windowMs, ended.signal).then(() => {
    isOver = true;
    return undefined;
  });
  return { bytes: 0, over, isOver: () => isOver, stop: () => ended.abort() };
}
