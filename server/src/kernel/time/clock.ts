/** The clock of this process; decisions over time use the database's `herald_now()`. */
export type Clock = {
  now(): Date;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls once; the returned function cancels the call. */
  after(ms: number, call: () => void): () => void;
};

export const realClock: Clock = {
  now: () => new Date(),
  sleep: (ms, signal) => {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
    });
  },
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

type ManualClock = Clock & { advance(ms: number): void };

export function manualClock(start: Date): ManualClock {
  let nowMs = start.getTime();
  const sleepers = new Set<{ dueMs: number; wake: () => void }>();
  return {
    now: () => new Date(nowMs),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const sleeper = { dueMs: nowMs + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          resolve();
        });
      }),
    after: (ms, call) => {
      const sleeper = { dueMs: nowMs + ms, wake: call };
      sleepers.add(sleeper);
      return () => void sleepers.delete(sleeper);
    },
    advance: (ms) => {
      nowMs += ms;
      for (const sleeper of [...sleepers]) {
        if (sleeper.dueMs > nowMs) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
  };
}

/** Returns undefined after `ms`; the work continues. */
export async function within<Result>(clock: Clock, ms: number, work: Promise<Result>): Promise<Result | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([work, clock.sleep(ms, timer.signal).then(() => undefined)]);
  } finally {
    timer.abort();
  }
}

/** Cheaper than `within`: every request uses it. */
export function deadline<Result>(ms: number, work: Promise<Result>, late: () => Error): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => reject(late()), ms);
  void work.then(resolve, reject).then(() => clearTimeout(timer));
  return promise;
}
