import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const checkout = join(import.meta.dirname, '../../..');

export type ProcessEvent = { event: string } & Record<string, unknown>;

export type Child = {
  name: string;
  pid: number;
  waitForEvent(name: string): Promise<ProcessEvent>;
  onEvent(listener: (event: ProcessEvent) => void): void;
  write(line: string): void;
  kill(): Promise<void>;
  stop(): Promise<void>;
  output(): string;
};

export type Supervisor = {
  start(name: string, options: object): Child;
  unplannedExits: string[];
  logs(): string;
  stopAll(): Promise<void>;
};

export function createSupervisor(): Supervisor {
  const children = new Set<Child>();
  const outputs: string[] = [];
  const unplannedExits: string[] = [];
  return {
    unplannedExits,
    logs: () => outputs.join(''),
    start: (name, options) => {
      const child = launch(name, options, {
        onLog: (text) => outputs.push(text),
        onEnd: (ended, isPlanned, how) => {
          children.delete(ended);
          if (!isPlanned) unplannedExits.push(`${name} ended by itself (${how})\n${ended.output().slice(-2000)}`);
        },
      });
      children.add(child);
      return child;
    },
    stopAll: async () => {
      // The database is stopped last, because the others still write to it.
      const ordered = [...children].sort((a, b) => Number(a.name === 'engine') - Number(b.name === 'engine'));
      for (const child of ordered.filter((one) => one.name !== 'engine')) await child.stop();
      for (const child of ordered.filter((one) => one.name === 'engine')) await child.stop();
    },
  };
}

/** Longer than the deadline of any platform call. */
const stopTimeoutMs = 30_000;

type Hooks = { onLog(text: string): void; onEnd(child: Child, isPlanned: boolean, how: string): void };

function launch(name: string, options: object, hooks: Hooks): Child {
  const program = [join(checkout, 'server/test/entry.ts'), JSON.stringify(options)];
  const running: ChildProcess = spawn(process.execPath, program, {
    cwd: checkout,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: environment(),
  });
  const texts: string[] = [];
  const events: ProcessEvent[] = [];
  const listeners = new Set<(event: ProcessEvent) => void>();
  let isPlanned = false;
  running.stderr?.on('data', (chunk: Buffer) => {
    texts.push(chunk.toString());
    hooks.onLog(chunk.toString());
  });
  running.stdin?.on('error', () => undefined);
  if (running.stdout !== null) {
    createInterface({ input: running.stdout }).on('line', (text) => {
      const event = JSON.parse(text) as ProcessEvent;
      events.push(event);
      for (const listener of [...listeners]) listener(event);
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
    onEvent: (listener) => void listeners.add(listener),
    waitForEvent: (eventName) =>
      new Promise((resolve, reject) => {
        const known = events.find(({ event }) => event === eventName);
        if (known !== undefined) return resolve(known);
        const listener = (event: ProcessEvent): void => {
          if (event.event !== eventName) return;
          listeners.delete(listener);
          resolve(event);
        };
        listeners.add(listener);
        void ended.then(() => reject(new Error(`${name} ended before the event "${eventName}": ${texts.join('')}`)));
      }),
    write: (line) => void running.stdin?.write(`${line}\n`),
    kill: () => endBy('SIGKILL'),
    stop: async () => {
      // A stopped or halted process handles no other signal.
      const timer = setTimeout(() => running.kill('SIGKILL'), stopTimeoutMs);
      await endBy('SIGTERM');
      clearTimeout(timer);
    },
  };
  return child;
}

/** Ignores the settings of the user's own Herald and shares a compile cache. */
function environment(): Record<string, string> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(HERALD_|DATABASE_URL|PORT$|HOST$)/.test(name));
  return { ...(Object.fromEntries(inherited) as Record<string, string>), NODE_COMPILE_CACHE: '/tmp/herald-rel-cache' };
}
