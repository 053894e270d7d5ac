import type { Clock } from '../kernel/time/clock.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const repeatMs = 2000;

type StopSignals = {
  first: Promise<NodeJS.Signals>;
  stopping: AbortSignal;
  release(): void;
};

/**
 * Ignores a repetition within two seconds, because npm forwards signals that the terminal sent to all processes. A later one
 * exits immediately.
 */
export function listenForStop(clock: Clock, onSecond: () => void): StopSignals {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  const stopping = new AbortController();
  let firstAtMs: number | undefined;
  const listener = (signal: NodeJS.Signals): void => {
    const nowMs = clock.now().getTime();
    if (firstAtMs === undefined) {
      firstAtMs = nowMs;
      resolve(signal);
      stopping.abort();
    } else if (nowMs - firstAtMs > repeatMs) {
      onSecond();
    }
  };
  for (const signal of signals) process.on(signal, listener);
  return {
    first: promise,
    stopping: stopping.signal,
    release: () => {
      for (const signal of signals) process.off(signal, listener);
    },
  };
}
