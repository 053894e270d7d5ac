import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../kernel/time/clock.ts';
import { StartFault } from '../kernel/start-fault.ts';

/** Only PostgreSQL deletes `postmaster.pid`. */
type Postmaster = { pid: number; startedAt: Date; port: number };

export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const [pid, , started, port] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n').map(Number);
    if (!pid || !started || !port) return undefined;
    return { pid, startedAt: new Date(started * 1000), port };
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const fastStopMs = 20_000;
const pollMs = 25;

/** Fast shutdown, then immediate: committed data is safe either way. */
export async function stopPostmaster(pid: number, clock: Clock): Promise<void> {
  signal(pid, 'SIGINT');
  if (await hasEnded(pid, clock)) return;
  signal(pid, 'SIGQUIT');
  if (await hasEnded(pid, clock)) return;
  throw new StartFault(`The PostgreSQL with pid ${pid} does not stop. Stop it manually, then start Herald again.`);
}

async function hasEnded(pid: number, clock: Clock): Promise<boolean> {
  const polls = fastStopMs / pollMs;
  for (let poll = 0; poll < polls; poll += 1) {
    if (!isRunning(pid)) return true;
    await clock.sleep(pollMs);
  }
  return !isRunning(pid);
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH') return;
    throw new StartFault(
      `The PostgreSQL with pid ${pid} belongs to another user and cannot be stopped (${code ?? ''}).`,
    );
  }
}
