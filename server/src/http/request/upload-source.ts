import type { Clock } from '../../kernel/time/clock.ts';
import { AppError } from '../../kernel/errors.ts';

const windowMs = 30_000;
const windowBytesMin = 16_000 * 30;

/** Otherwise a client that trickles bytes would hold its connection forever. */
export async function* uploadSource(
  body: AsyncIterable<Uint8Array>,
  clock: Pick<Clock, 'sleep'>,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  const pace = createPace(clock);
  try {
    for (;;) {
      const next = await pace.wait(chunks.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    pace.stop();
  }
}

type Next = IteratorResult<Uint8Array>;
type Pace = { wait(pending: Promise<Next>): Promise<Next>; stop(): void };

function createPace(clock: Pick<Clock, 'sleep'>): Pace {
  let bytes = 0;
  let isOver = false;
  let onOver: (() => void) | undefined;
  let ended = new AbortController();
  const begin = (): void => {
    const window = new AbortController();
    [bytes, isOver, ended] = [0, false, window];
    void clock.sleep(windowMs, window.signal).then(() => {
      if (window.signal.aborted) return;
      isOver = true;
      onOver?.();
    });
  };
  begin();
  return {
    // `Promise.race` with the window would keep every chunk in memory until the window ends.
    wait: (pending) =>
      new Promise((resolve, reject) => {
        // Time in which Herald reads nothing does not count against the client.
        if (isOver) begin();
        onOver = () => {
          if (bytes < windowBytesMin) reject(new AppError('requestTimeout', 'The upload is too slow'));
          else begin();
        };
        void pending.then((next) => {
          onOver = undefined;
          bytes += next.done === true ? 0 : next.value.length;
          resolve(next);
        }, reject);
      }),
    stop: () => ended.abort(),
  };
}
