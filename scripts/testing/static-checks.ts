import { spawn } from 'node:child_process';

type StaticCheck = { name: string; command: readonly [program: string, ...args: string[]] };

const layers = [
  'server',
  'sandbox',
  'pages',
  'scripts',
  'e2e',
  'bench',
  'rel',
  '--config',
  '.dependency-cruiser.cjs',
  '--output-type=err',
];

export const staticChecks: readonly StaticCheck[] = [
  { name: 'lint', command: ['eslint', '.', '--max-warnings=0'] },
  { name: 'types', command: ['tsc', '--noEmit', '-p', '.'] },
  { name: 'format', command: ['prettier', '--check', '--log-level=warn', '.'] },
  { name: 'layers and cycles', command: ['depcruise', ...layers] },
  { name: 'nouns', command: ['node', 'scripts/check-nouns.ts'] },
  { name: 'unused code', command: ['node', 'scripts/check-unused.ts'] },
  { name: 'generated files', command: ['node', 'scripts/generate.ts', '--check'] },
  { name: 'links in docs', command: ['node', 'scripts/check-docs.ts'] },
  { name: 'words', command: ['node', 'scripts/check-words.ts'] },
  { name: 'sql', command: ['node', 'scripts/check-sql.ts'] },
  { name: 'lockfile', command: ['node', 'scripts/check-lockfile.ts'] },
  { name: 'mutants', command: ['node', 'scripts/check-mutants.ts'] },
];

export async function runCheck({ name, command: [program, ...args] }: StaticCheck): Promise<boolean> {
  const startedMs = performance.now();
  const output: Buffer[] = [];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(127));
    child.on('close', resolve);
  });
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (code !== 0) console.log(Buffer.concat(output).toString());
  return code === 0;
}
