import { nextMessage, startModule, type Child } from './children.ts';

export type LoadOrder = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Any other is a failure. */
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

type Loader = Pick<Child, 'stop'> & { run(order: LoadOrder): Promise<LoadResult> };

// The last answers may take as long as the worker waits for any, and its start is in it too.
const graceMs = 30_000;

/** The process that makes the load; it stays for all rounds, so that it is as warm in the first as in the last. */
export function startLoader(): Loader {
  const child = startModule('./load-worker.ts', []);
  return {
    stop: child.stop,
    run: async (order) => {
      const answer = nextMessage(child, 'the load', order.seconds * 1000 + graceMs);
      child.process.send(order);
      const result = (await answer) as LoadResult;
      const { failures, requestCount } = result;
      if (failures.length === 0) return result;
      throw new Error(`${failures.length} of ${requestCount} requests failed, the first with: ${failures[0] ?? ''}`);
    },
  };
}
