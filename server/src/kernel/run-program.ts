import { spawn, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

type Run = {
  program: string;
  args: readonly string[];
  folder: string;
  timeMsMax: number;
  stopping: AbortSignal;
};
export type Ran = {
  kind: 'ended' | 'failed' | 'late' | 'stopped' | 'absent';
  output: string;
  faults: string;
};

/** Programs must not inherit Herald's environment, which contains secrets. */
export const bareEnvironment = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin' };
const keptChars = 32 * 1024;
const lowPriority = 15;

/** For untrusted files: no shell, a time limit, low priority. */
export async function runProgram({ program, args, folder, timeMsMax, stopping }: Run): Promise<Ran> {
  if (stopping.aborted) return { kind: 'stopped', output: '', faults: '' };
  const child = spawn(program, args, {
    cwd: folder,
    env: bareEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group: its children can be killed too, and Ctrl-C reaches only Herald.
    detached: true,
  });
  let cause: Ran['kind'] | undefined;
  const end = (why: 'late' | 'stopped'): void => {
    cause ??= why;
    killGroup(child);
  };
  const timer = setTimeout(() => end('late'), timeMsMax);
  const stop = (): void => end('stopped');
  stopping.addEventListener('abort', stop, { once: true });
  yieldToOthers(child);
  const [output, faults] = [tailOf(child.stdout), tailOf(child.stderr)];
  try {
    const kind = await ended(child);
    return { kind: cause ?? kind, output: output(), faults: faults() };
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', stop);
  }
}

function ended(child: ChildProcess): Promise<Ran['kind']> {
  return new Promise((resolve) => {
    child.once('error', () => resolve('absent'));
    child.once('close', (code) => resolve(code === 0 ? 'ended' : 'failed'));
  });
}

function tailOf(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('latin1');
  stream.on('data', (chunk: string) => (text = (text + chunk).slice(-keptChars)));
  return () => text;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) unlessEnded(() => process.kill(-pid, 'SIGKILL'));
}

function yieldToOthers({ pid }: ChildProcess): void {
  if (pid !== undefined) unlessEnded(() => setPriority(pid, lowPriority));
}

function unlessEnded(act: () => void): void {
  try {
    act();
  } catch {
    // The process has already ended.
  }
}
