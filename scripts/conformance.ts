// Tests all adapters against the sandbox, or those that are named; --write writes the table to docs/conformance.md.
import { globSync, writeFileSync } from 'node:fs';
import { run } from 'node:test';
import { cases } from '../server/test/conformance/index.ts';
import { conformanceDocument } from './docs/conformance.ts';

const known = cases.map(({ adapter }) => adapter.name);
const isWrite = process.argv.includes('--write');
const named = process.argv.slice(2).filter((name) => name !== '--write');
if (isWrite && named.length > 0) {
  console.error('--write needs all platforms');
  process.exit(2);
}
const strangers = named.filter((name) => !known.includes(name));
if (strangers.length > 0) {
  console.error(`There is no platform ${strangers.join(', ')}. Known: ${known.join(', ')}.`);
  process.exit(2);
}
const platforms = named.length === 0 ? known : known.filter((name) => named.includes(name));
process.env['HERALD_CONFORMANCE'] = platforms.join(',');

type Result = { platform: string; row: string; isPassed: boolean };
const results: Result[] = [];
let failureCount = 0;

/** Each file tests all platforms. */
const fileMsMax = 900_000;
const files = globSync('server/test/conformance/*.test.ts').sort();
for await (const event of run({ files, concurrency: 2, timeout: fileMsMax })) {
  if (event.type === 'test:stderr') process.stderr.write(event.data.message);
  if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
  const { name, details } = event.data;
  if (details.type === 'suite') closeSuite(name);
  else note(name, event.type === 'test:pass');
  if (event.type === 'test:fail' && details.type !== 'suite') report(name, event.data.details.error);
}
console.log(table());
if (isWrite && failureCount === 0) writeFileSync('docs/conformance.md', await conformanceDocument(matrix()));
process.exitCode = failureCount > 0 ? 1 : 0;

/** The event of a suite follows those of its tests, which have no platform until then. */
function closeSuite(platform: string): void {
  for (const result of results) if (result.platform === '') result.platform = platform;
}

function note(name: string, isPassed: boolean): void {
  const [, capability, fault] = /^(\w+), (\w+): /.exec(name) ?? [];
  if (capability === undefined || fault === undefined) return;
  results.push({ platform: '', row: `${capability} ${fault}`, isPassed });
}

function report(name: string, error: unknown): void {
  failureCount += 1;
  const { cause } = error as { cause?: unknown };
  console.error(`✖ ${name}\n  ${cause instanceof Error ? (cause.stack ?? cause.message) : String(error)}\n`);
}

function matrix(): string[][] {
  const rows = [...new Set(results.map(({ row }) => row))].sort();
  const cells = rows.map((row) => [...row.split(' '), ...platforms.map((platform) => cell(platform, row))]);
  return [['capability', 'fault', ...platforms], ...cells];
}

function table(): string {
  const lines = matrix();
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = lines.map((line) =>
    line
      .map((value, column) => value.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const passed = results.filter(({ isPassed }) => isPassed).length;
  return [...text, '', `${passed} of ${results.length} passed`].join('\n');
}

function cell(platform: string, row: string): string {
  const own = results.filter((result) => result.platform === platform && result.row === row);
  if (own.length === 0) return '–';
  const failed = own.filter(({ isPassed }) => !isPassed).length;
  return failed === 0 ? `✓ ${own.length}` : `✖ ${failed} of ${own.length}`;
}
