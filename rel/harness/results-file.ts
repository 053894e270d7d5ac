import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Findings, Tier } from './case.ts';
import { checkout } from './programs/supervisor.ts';

type Result = { suite: string; case: string; tier: Tier; seed: number; seconds: number; findings: Findings };
type Rows = Map<string, readonly string[]>;

const file = join(checkout, 'docs/reliability-results.md');
const columns = ['Case', 'Tier', 'Date', 'Commit', 'Seed', 'Seconds', 'Result', 'Figures'];

const introduction = `# Reliability results

The last result of each case, written by \`npm run rel:full -- --write\` and by \`node rel/run.ts <suite> --write\`.
[Reliability](reliability.md) explains the suites and what each case proves. Times depend on the machine; counts do not. A
commit with a plus sign had local changes.`;

export function writeResult(result: Result, suiteNames: readonly string[]): void {
  const rows = existsSync(file) ? parseRows(readFileSync(file, 'utf8')) : new Map();
  rows.set(`${result.suite} ${result.case} ${result.tier}`, cellsOf(result));
  writeFileSync(file, formatRows(rows, suiteNames));
}

function cellsOf({ suite, case: id, tier, seed, seconds, findings }: Result): string[] {
  const { counts, times, faults, warnings } = findings;
  const figures = Object.entries({ ...counts, ...times }).map(([name, value]) => `${name} ${value}`);
  const outcome = faults.length > 0 ? `${faults.length} faults` : 'passed';
  return [
    `[\`${id}\`](../rel/suites/${suite}/${id}.ts)`,
    tier,
    new Date().toISOString().slice(0, 10),
    currentCommit(),
    String(seed),
    String(Math.round(seconds)),
    warnings.length > 0 ? `${outcome}, ${warnings.length} warnings` : outcome,
    figures.join(', '),
  ];
}

function currentCommit(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs/reliability-results.md') !== '';
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? '+' : ''}`;
}

export function parseRows(text: string): Rows {
  const rows: Rows = new Map();
  let suite = '';
  for (const line of text.split('\n')) {
    suite = /^## (.+)$/.exec(line)?.[1] ?? suite;
    const id = /^\| \[`([\w-]+)`\]/.exec(line)?.[1];
    if (id === undefined) continue;
    const cells = line.slice(2, -2).split(' | ');
    rows.set(`${suite} ${id} ${cells[1] ?? ''}`, cells);
  }
  return rows;
}

export function formatRows(rows: Rows, suiteNames: readonly string[]): string {
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  const sections = suiteNames.flatMap((suite) => {
    const own = sorted.filter(([key]) => key.startsWith(`${suite} `)).map(([, cells]) => lineOf(cells));
    return own.length === 0
      ? []
      : [[`## ${suite}\n`, lineOf(columns), lineOf(columns.map(() => '---')), ...own].join('\n')];
  });
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
