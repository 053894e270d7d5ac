import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnProcessorMs, readProcessorMs } from '../rel/harness/programs/processor-time.ts';

/** Milliseconds per operation. Other work on the machine changes them far less than rates. */
export type ProcessorTime = { nodeMs: number; postgresMs: number };

type Meter = { stop(operationCount: number): ProcessorTime };

/** Measures Node without a PostgreSQL that it started, and the PostgreSQL of the stage. */
export function startMeter(nodePid: number, folder: string): Meter {
  const postmasterPid = Number(readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const read = (): ProcessorTime => ({
    nodeMs: readOwnProcessorMs(nodePid),
    postgresMs: readProcessorMs([postmasterPid]),
  });
  const before = read();
  return {
    stop: (operationCount) => {
      const after = read();
      return {
        nodeMs: (after.nodeMs - before.nodeMs) / operationCount,
        postgresMs: (after.postgresMs - before.postgresMs) / operationCount,
      };
    },
  };
}
