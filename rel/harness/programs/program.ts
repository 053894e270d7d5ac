import { spawn } from 'node:child_process';
import { checkout } from './supervisor.ts';
import { waitUntil } from '../wait.ts';

export type Program = {
  name: string;
  pid: number;
  output(): string;
  waitForOutput(pattern: RegExp): Promise<string[]>;
  /** Exit code, or name of the signal. */
  ended: Promise<number | string>;
  stop(): Promise<void>;
  kill(): Promise<void>;
};

type ProgramOptions = {
  command?: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
};

const startWithinMs = 60_000;
const stopWithinMs = 40_000;

/** Detached from the terminal's signals, so that programs can be stopped in order. */
export function startProgram(name: string, { command = process.execPath, args, env = {} }: ProgramOptions): Program {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, args, {
    cwd: checkout,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, ...env },
  });
  const texts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => texts.push(chunk.toString()));
  let hasEnded = false;
  const ended = new Promise<number | string>((resolve) => {
    const end = (how: number | string): void => {
      hasEnded = true;
      resolve(how);
    };
    child.on('error', (error) => end(error.message));
    child.on('close', (code, signal) => end(code ?? signal ?? 'unknown'));
  });
  const output = (): string => texts.join('');
  return {
    name,
    pid: child.pid ?? 0,
    output,
    ended,
    waitForOutput: async (pattern) => {
      await waitUntil(`the start of ${name}`, startWithinMs, async () => {
        if (hasEnded) throw new Error(`${name} ended with ${await ended}:\n${output()}`);
        return pattern.test(output());
      });
      return [...(pattern.exec(output()) ?? [])].slice(1);
    },
    stop: async () => {
      const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(timer);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
