import { readdirSync, readFileSync } from 'node:fs';

type ProcessTime = { pid: number; parentPid: number; ownMs: number; endedChildrenMs: number };

// Linux counts in hundredths of a second.
const tickMs = 10;

export function readProcessorMs(pids: readonly number[]): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const children = Map.groupBy(processes, ({ parentPid }) => parentPid);
  const sumOf = ({ pid, ownMs, endedChildrenMs }: ProcessTime): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + sumOf(child), ownMs + endedChildrenMs);
  return processes.filter(({ pid }) => pids.includes(pid)).reduce((sum, one) => sum + sumOf(one), 0);
}

export function readOwnProcessorMs(pid: number): number {
  const [process] = readProcess(pid);
  if (process === undefined) throw new Error(`the process ${pid} has ended`);
  return process.ownMs;
}

function readProcess(pid: number): ProcessTime[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name is in parentheses and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ms = (index: number): number => Number(fields[index]) * tickMs;
    return [{ pid, parentPid: Number(fields[1]), ownMs: ms(11) + ms(12), endedChildrenMs: ms(13) + ms(14) }];
  } catch {
    return [];
  }
}
