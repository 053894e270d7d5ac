import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const checkout = join(import.meta.dirname, '../..');

export type Told = { event: string } & Record<string, unknown>;

export type Child = {
  name: string;
  pid: number;
  /** Resolves with the first line about this event. */
  told(event: string): Promise<Told>;
  onTold(listener: (line: Told) => void): void;
  write(line: string): void;
  kill(): Promise<void>;
  stop(): Promise<void>;
  output(): string;
};

export type Supervisor = {
  start(name: string, options: object): Child;
  /** Processes that ended without being told to. */
  unplanned: string[];
  /** Everything any of them wrote to standard error. */
  logs(): string;
  stopAll(): Promise<void>;
};

/** Starts `server/test/entry.ts` as real processes, and ends by its own pid whatever it started. */
export function createSupervisor(): Supervisor {
  const children = new Set<Child>();
  const outputs: string[] = [];
  const unplanned: string[] = [];
  return {
    unplanned,
    logs: () => outputs.join(''),
    start: (name, options) => {
      const child = launch(name, options, {
        onLog: (text) => outputs.push(text),
        onEnd: (ended, isPlanned, how) => {
          children.delete(ended);
          if (!isPlanned) unplanned.push(`${name} ended by itself (${how})\n${ended.output().slice(-2000)}`);
        },
      });
      children.add(child);
      return child;
    },
    stopAll: async () => {
      // The engine last: the others still write.
      const ordered = [...children].sort((a, b) => Number(a.name === 'engine') - Number(b.name === 'engine'));
      for (const child of ordered.filter((one) => one.name !== 'engine')) await child.stop();
      for (const child of ordered.filter((one) => one.name === 'engine')) await child.stop();
    },
  };
}

/** Longer than any call may take. */
const patienceMs = 30_000;

type Hooks = { onLog(text: string): void; onEnd(child: Child, isPlanned: boolean, how: string): void };

function launch(name: string, options: object, hooks: Hooks): Child {
  const program = [join(checkout, 'server/test/entry.ts'), JSON.stringify(options)];
  const running: ChildProcess = spawn(process.execPath, program, {
    cwd: checkout,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: environment(),
  });
  const texts: string[] = [];
  const lines: Told[] = [];
  const listeners = new Set<(line: Told) => void>();
  let isPlanned = false;
  running.stderr?.on('data', (chunk: Buffer) => {
    texts.push(chunk.toString());
    hooks.onLog(chunk.toString());
  });
  running.stdin?.on('error', () => undefined);
  if (running.stdout !== null) {
    createInterface({ input: running.stdout }).on('line', (text) => {
      const line = JSON.parse(text) as Told;
      lines.push(line);
      for (const listener of [...listeners]) listener(line);
    });
  }
  const ended = new Promise<void>((resolve) => {
    running.on('close', (code, signal) => {
      hooks.onEnd(child, isPlanned, String(code ?? signal));
      resolve();
    });
  });
  const endBy = async (signal: NodeJS.Signals): Promise<void> => {
    isPlanned = true;
    running.kill(signal);
    await ended;
  };
  const child: Child = {
    name,
    pid: running.pid ?? 0,
    output: () => texts.join(''),
    onTold: (listener) => void listeners.add(listener),
    told: (event) =>
      new Promise((resolve, reject) => {
        const known = lines.find((line) => line.event === event);
        if (known !== undefined) return resolve(known);
        const listener = (line: Told): void => {
          if (line.event !== event) return;
          listeners.delete(listener);
          resolve(line);
        };
        listeners.add(listener);
        void ended.then(() => reject(new Error(`${name} ended before it was ${event}: ${texts.join('')}`)));
      }),
    write: (line) => void running.stdin?.write(`${line}\n`),
    kill: () => endBy('SIGKILL'),
    stop: async () => {
      // One that was put to sleep, or halts for ever, hears no other signal.
      const impatient = setTimeout(() => running.kill('SIGKILL'), patienceMs);
      await endBy('SIGTERM');
      clearTimeout(impatient);
    },
  };
  return child;
}

/** Nothing of the caller's own Herald reaches the processes, and their start is cheap from the second one on. */
function environment(): Record<string, string> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(HERALD_|DATABASE_URL|PORT$|HOST$)/.test(name));
  return { ...(Object.fromEntries(inherited) as Record<string, string>), NODE_COMPILE_CACHE: '/tmp/herald-rel-cache' };
}
