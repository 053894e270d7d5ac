import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Processor milliseconds per operation. Other work on the machine changes them far less than rates. */
export type ProcessorTime = { nodeMs: number; postgresMs: number };

type Meter = { stop(operationCount: number): ProcessorTime };

// Linux reports processor time in hundredths of a second.
const tickMs = 10;

/** Measures a Node process and the PostgreSQL of the stage. */
export function startMeter(nodePid: number, folder: string): Meter {
  const postmasterPid = Number(readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const read = (): ProcessorTime => ({ nodeMs: readTime(nodePid).ownMs, postgresMs: treeMs(postmasterPid) });
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

/** The process, its children, and its children that have ended. */
function treeMs(pid: number): number {
  const { ownMs, endedChildrenMs } = readTime(pid);
  return readChildren(pid).reduce((sum, child) => sum + child.ownMs, ownMs + endedChildrenMs);
}

type ProcessTime = { parentPid: number; ownMs: number; endedChildrenMs: number };

function readChildren(pid: number): ProcessTime[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.flatMap((name) => {
    try {
      const time = readTime(Number(name));
      return time.parentPid === pid ? [time] : [];
    } catch {
      // It ended since the folder was read.
      return [];
    }
  });
}

function readTime(pid: number): ProcessTime {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program is in parentheses and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ms = (index: number): number => Number(fields[index]) * tickMs;
  return { parentPid: Number(fields[1]), ownMs: ms(11) + ms(12), endedChildrenMs: ms(13) + ms(14) };
}
