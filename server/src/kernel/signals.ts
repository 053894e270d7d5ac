/** Within this process only. */
export type Signals = {
  raise(name: string): void;
  waiting(): number;
  waitingFor(name: string): number;
  next(name: string, stop: AbortSignal): Promise<void>;
  /** Resolves all waiting and later callers. */
  stop(): void;
  isStopping(): boolean;
};

export function createSignals(): Signals {
  const listeners = new Map<string, Set<() => void>>();
  let count = 0;
  let isStopping = false;
  return {
    raise: (name) => {
      for (const listener of listeners.get(name) ?? []) listener();
    },
    waiting: () => count,
    waitingFor: (name) => listeners.get(name)?.size ?? 0,
    isStopping: () => isStopping,
    stop: () => {
      isStopping = true;
      for (const known of listeners.values()) for (const listener of known) listener();
    },
    next: async (name, stop) => {
      const heard = Promise.withResolvers<void>();
      const known = listeners.get(name) ?? new Set();
      listeners.set(name, known.add(heard.resolve));
      stop.addEventListener('abort', () => heard.resolve(), { once: true });
      if (stop.aborted || isStopping) heard.resolve();
      count += 1;
      await heard.promise;
      count -= 1;
      known.delete(heard.resolve);
      if (known.size === 0) listeners.delete(name);
    },
  };
}
