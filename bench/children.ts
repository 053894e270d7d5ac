import { fork, spawn, type ChildProcess, type ForkOptions, type SpawnOptions } from 'node:child_process';

export type Child = {
  pid: number;
  process: ChildProcess;
  hasEnded(): boolean;
  stop(): Promise<void>;
};

const running = new Set<Child>();
let isClosed = false;
// Longer than the 25 s that Herald takes to stop.
const stopWithinMs = 40_000;

export function startProgram(args: readonly string[], options: SpawnOptions): Child {
  return follow(() => spawn(process.execPath, args, options));
}

export function startModule(file: string, args: readonly string[], options: ForkOptions = {}): Child {
  return follow(() => fork(new URL(file, import.meta.url), args, options));
}

export async function closeChildren(): Promise<void> {
  isClosed = true;
  await stopAll();
}

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((child) => child.stop()));
}

export async function nextMessage(child: Child, name: string, withinMs: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onExit = (): void => reject(new Error(`${name} ended by itself`));
  const timer = setTimeout(() => reject(new Error(`${name} said nothing for ${withinMs} ms`)), withinMs);
  child.process.once('message', resolve);
  child.process.once('exit', onExit);
  if (child.hasEnded()) onExit();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.process.off('message', resolve);
    child.process.off('exit', onExit);
  }
}

function follow(start: () => ChildProcess): Child {
  if (isClosed) throw new Error('the benchmark is ending');
  const started = start();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let hasEnded = false;
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    const timer = setTimeout(() => started.kill('SIGKILL'), stopWithinMs);
    started.kill('SIGTERM');
    await ended;
    clearTimeout(timer);
  };
  const child: Child = {
    pid: started.pid ?? 0,
    process: started,
    hasEnded: () => hasEnded,
    stop: () => (stopping ??= stop()),
  };
  const onEnd = (): void => {
    hasEnded = true;
    running.delete(child);
    resolve();
  };
  started.once('exit', onEnd).once('error', onEnd);
  running.add(child);
  return child;
}
