// Runs all static checks, two at a time and the slow ones first.
import { spawn } from 'node:child_process';

const steps: [string, string[]][] = [
  ['lint', ['eslint', '.', '--max-warnings=0']],
  ['types', ['tsc', '--noEmit', '-p', '.']],
  ['format', ['prettier', '--check', '--log-level=warn', '.']],
  [
    'layers and cycles',
    [
      'depcruise',
      'server',
      'scripts',
      'e2e',
      'bench',
      'rel',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type=err',
    ],
  ],
  ['nouns', ['node', 'scripts/check-nouns.ts']],
  ['unused code', ['node', 'scripts/check-unused.ts']],
  ['generated files', ['node', 'scripts/generate.ts', '--check']],
  ['links in docs', ['node', 'scripts/check-docs.ts']],
  ['sql', ['node', 'scripts/check-sql.ts']],
  ['lockfile', ['node', 'scripts/check-lockfile.ts']],
  ['mutants', ['node', 'scripts/check-mutants.ts']],
];

let failed = 0;
const queue = [...steps];
await Promise.all([worker(), worker()]);
console.log(failed === 0 ? 'check: all passed' : `check: ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function worker(): Promise<void> {
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) await run(step);
}

async function run([name, [program = '', ...args]]: [string, string[]]): Promise<void> {
  const startedAt = performance.now();
  const output: Buffer[] = [];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(127));
    child.on('close', resolve);
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (code === 0) return;
  failed += 1;
  console.log(Buffer.concat(output).toString());
}
