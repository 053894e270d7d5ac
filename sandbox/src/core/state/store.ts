/** Without a value, the ID is deleted. */
export type Effect = readonly [collection: string, id: string, value?: unknown];

export type Reader = {
  get(collection: string, id: string): unknown;
  all(collection: string): Iterable<unknown>;
};

export type Tx = Reader & {
  put(collection: string, id: string, value: unknown): void;
  delete(collection: string, id: string): void;
};

export type Store = Reader & {
  /** Synchronous; writes nothing when `work` throws. */
  commit<T>(work: (tx: Tx) => T): T;
  onCommit(listener: () => void): () => void;
  replay(effects: readonly Effect[]): void;
  snapshot(): Effect[];
  clear(): void;
};

export class StoreFull extends Error {}

type StoreOptions = {
  /** Throwing rolls the transaction back. */
  keep(effects: readonly Effect[]): void;
  bytesMax: number;
};

export function createStore({ keep, bytesMax }: StoreOptions): Store {
  const collections = new Map<string, Map<string, unknown>>();
  const listeners = new Set<() => void>();
  let totalBytes = 0;
  const reader: Reader = {
    get: (collection, id) => collections.get(collection)?.get(id),
    all: (collection) => collections.get(collection)?.values() ?? [],
  };
  const apply = ([collection, id, value]: Effect): void => {
    const values = collections.get(collection) ?? new Map<string, unknown>();
    collections.set(collection, values);
    totalBytes += sizeOf(value) - sizeOf(values.get(id));
    if (value === undefined) values.delete(id);
    else values.set(id, value);
  };
  return {
    ...reader,
    commit: (work) => {
      const effects: Effect[] = [];
      const undo: Effect[] = [];
      const perform = (effect: Effect): void => {
        undo.unshift([effect[0], effect[1], reader.get(effect[0], effect[1])]);
        effects.push(effect);
        apply(effect);
      };
      const result = attempt(
        () => {
          const value = work({ ...reader, put: (...effect) => perform(effect), delete: (...key) => perform(key) });
          if (totalBytes > bytesMax && effects.some(([, , value]) => value !== undefined)) throw new StoreFull();
          if (effects.length > 0) keep(effects);
          return value;
        },
        () => undo.forEach(apply),
      );
      if (effects.length > 0) for (const listener of listeners) listener();
      return result;
    },
    onCommit: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    replay: (effects) => effects.forEach(apply),
    snapshot: () =>
      [...collections].flatMap(([name, values]) => [...values].map(([id, value]): Effect => [name, id, value])),
    clear: () => {
      collections.clear();
      totalBytes = 0;
    },
  };
}

function sizeOf(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}

function attempt<T>(work: () => T, undo: () => void): T {
  try {
    return work();
  } catch (error) {
    undo();
    throw error;
  }
}

export type Collection<T> = {
  get(reader: Reader, id: string): T | undefined;
  all(reader: Reader): T[];
  put(tx: Tx, id: string, value: T): void;
  delete(tx: Tx, id: string): void;
};

/**
 * Names start with the platform and may contain an account ID, so that lists per account need no search. Only this view
 * writes under the name, which makes the casts safe.
 */
export function collection<T extends object>(name: string): Collection<T> {
  return {
    get: (reader, id) => reader.get(name, id) as T | undefined,
    all: (reader) => [...(reader.all(name) as Iterable<T>)],
    put: (tx, id, value) => tx.put(name, id, value),
    delete: (tx, id) => tx.delete(name, id),
  };
}
