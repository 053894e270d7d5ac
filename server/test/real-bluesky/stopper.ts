import type { ChildProcess } from 'node:child_process';

/** Ends what a run has started, whichever way the run ends. */
export type Stopper = {
  add(stop: () => void | Promise<void>): void;
  /** A process that leads a group. */
  addGroup(child: ChildProcess): void;
  killGroup(child: ChildProcess): void;
  /** The last that was started first. */
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
