import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FileResult } from './messages.ts';

export type FinishedFile = FileResult & { file: string; ms: number };

type RunOptions = {
  environment: NodeJS.ProcessEnv;
  processes: number;
  onFile(finished: FinishedFile): void;
};

// For a hanging hook or import; tests have their own limit.
const fileTimeoutMs = 900_000;
const testTimeoutMs = 120_000;
const exitTimeoutMs = 10_000;
const outputLinesMax = 10;

const worker = fileURLToPath(new URL('worker.ts', import.meta.url));
const reporter = fileURLToPath(new URL('reporter.ts', import.meta.url));

export async function runFiles(files: readonly string[], options: RunOptions): Promise<void> {
  const queue = [...files];
  const run = async (): Promise<void> => {
    let started: Worker | undefined;
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      started ??= startWorker(options.environment);
      const startedMs = performance.now();
      const result = await runFile(started, file);
      options.onFile({ ...result, file, ms: performance.now() - startedMs });
      if (hasEnded(started)) started = undefined;
    }
    if (started !== undefined) await finish(started, options);
  };
  await Promise.all(Array.from({ length: options.processes }, run));
}

function hasEnded({ child }: Worker): boolean {
  return child.killed || child.exitCode !== null || child.signalCode !== null;
}

type Worker = { child: ChildProcess; output: string[] };

function startWorker(environment: NodeJS.ProcessEnv): Worker {
  const execArgv = [`--test-reporter=${reporter}`, '--test-reporter-destination=stdout'];
  const child = fork(worker, {
    env: environment,
    execArgv: [...execArgv, `--test-timeout=${testTimeoutMs}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => void output.push(text));
  }
  return { child, output };
}

async function runFile({ child, output }: Worker, file: string): Promise<FileResult> {
  output.splice(0);
  const result = await new Promise<FileResult>((resolve) => {
    const end = (result: FileResult): void => {
      clearTimeout(timer);
      child.off('exit', onExit).off('message', end);
      resolve(result);
    };
    const fail = (message: string): void => end({ tests: 0, skipped: 0, failures: [{ name: file, message, log: [] }] });
    const onExit = (code: number | null, signal: string | null): void =>
      fail(`The process ended with ${signal ?? `exit code ${code}`} in the middle of the file.`);
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`The file did not finish within ${fileTimeoutMs / 1000} seconds.`);
    }, fileTimeoutMs);
    child.on('exit', onExit).on('message', end);
    child.send(file);
  });
  if (result.failures.length === 0 && result.tests > 0) return result;
  const failures = result.tests > 0 || result.failures.length > 0 ? result.failures : [noTests(file)];
  return { ...result, failures: withOutput(failures, output) };
}

function noTests(file: string) {
  return { name: file, message: 'The file has no tests.', log: [] };
}

/** Adds the output to the first failure, because it is unknown which test wrote it. */
function withOutput([first, ...others]: FileResult['failures'], output: readonly string[]): FileResult['failures'] {
  if (first === undefined) return others;
  const lines = output
    .join('')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [{ ...first, log: [...first.log, ...lines.slice(-outputLinesMax)] }, ...others];
}

/** A process that does not exit has a socket, a timer or a child left that a test did not clean up. */
async function finish({ child, output }: Worker, { onFile }: RunOptions): Promise<void> {
  output.splice(0);
  const ended = new Promise<boolean>((resolve) => child.once('exit', () => resolve(true)));
  child.send('');
  const timer = setTimeout(() => child.kill('SIGKILL'), exitTimeoutMs);
  await ended;
  clearTimeout(timer);
  if (child.signalCode === null) return;
  const message = `The process was still busy ${exitTimeoutMs / 1000} seconds after its last test: something is left open.`;
  const file = 'the test files of one process';
  const failures = withOutput([{ name: file, message, log: [] }], output);
  onFile({ file, ms: 0, tests: 0, skipped: 0, failures });
}
