import { nextMessage, startModule, type Child } from './children.ts';

export type LoadOrder = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  status: number;
  connections: number;
  seconds: number;
};

export type LoadResult = {
  operationsPerSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  requestCount: number;
  failures: string[];
};

export type Loader = Pick<Child, 'stop'> & { run(order: LoadOrder): Promise<LoadResult> };

// Includes the worker's start and its timeout for the last responses.
const graceMs = 30_000;

/** One process makes the load of all rounds, so that it is equally warm in each. */
export function startLoader(): Loader {
  const child = startModule('./load-worker.ts', []);
  return {
    stop: child.stop,
    run: async (order) => {
      const message = nextMessage(child, 'the load', order.seconds * 1000 + graceMs);
      child.process.send(order);
      const result = (await message) as LoadResult;
      const { failures, requestCount } = result;
      if (failures.length === 0) return result;
      throw new Error(`${failures.length} of ${requestCount} requests failed, the first with: ${failures[0] ?? ''}`);
    },
  };
}
