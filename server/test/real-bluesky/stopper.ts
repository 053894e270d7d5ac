import type { ChildProcess } from 'node:child_process';

export type Stopper = {
  add(stop: () => void | Promise<void>): void;
  /** The leader of a process group. */
  addGroup(child: ChildProcess): void;
  killGroup(child: ChildProcess): void;
  /** In reverse order. */
  stopAll(): Promise<void>;
};

export function createStopper(): Stopper {
  const stops: (() => void | Promise<void>)[] = [];
  const killGroup = (child: ChildProcess): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, 'SIGKILL');
  };
  return {
    add: (stop) => stops.push(stop),
    addGroup: (child) => stops.push(() => killGroup(child)),
    killGroup,
    stopAll: async () => {
      for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
    },
  };
}
