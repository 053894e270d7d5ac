import { spawn } from 'node:child_process';
import { once } from 'node:events';

type Program = { name: string; args: readonly string[]; minutesMax: number };

/**
 * Runs `atATime` programs at once, because most wait most of the time. Put the longest first, so that it does not end alone.
 */
export async function runPrograms(programs: readonly Program[], atATime: number): Promise<boolean> {
  const waiting = [...programs];
  const outcomes: boolean[] = [];
  const runAll = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) outcomes.push(await run(next));
  };
  await Promise.all(Array.from({ length: atATime }, runAll));
  return outcomes.every((hasPassed) => hasPassed);
}

async function run({ name, args, minutesMax }: Program): Promise<boolean> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { timeout: minutesMax * 60_000, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const outcome = code === 0 ? 'passed' : signal === null ? 'FAILED' : `was ended after ${minutesMax} minutes`;
  console.log(`\n== ${name} ${outcome} (${seconds} s)\n${Buffer.concat(chunks).toString()}`);
  return code === 0;
}
