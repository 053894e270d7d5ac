import type { Failure } from './messages.ts';
import type { FinishedFile } from './run-files.ts';

const messageLinesMax = 16;
const shownMax = 3;
const listedMax = 20;
const slowMax = 10;
const progressEveryMs = 10_000;
const clearLine = '\r\u001b[K';

type Report = { onFile(finished: FinishedFile): void; summarize(): void; hasFailed(): boolean };

export function createReport(total: number): Report {
  const startedMs = performance.now();
  const finished: FinishedFile[] = [];
  let printedMs = startedMs;
  const failed = (): FinishedFile[] => finished.filter(({ failures }) => failures.length > 0);
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

  const progress = ({ file, failures }: FinishedFile): void => {
    if (failures.length > 0) console.log(`${process.stdout.isTTY ? clearLine : ''}✖ ${file}`);
    const line = `${finished.length} of ${total} test files, ${failed().length} failed`;
    if (process.stdout.isTTY) {
      process.stdout.write(`${clearLine}${line}`);
    } else if (performance.now() - printedMs > progressEveryMs) {
      printedMs = performance.now();
      console.log(line);
    }
  };

  const summarize = (): void => {
    if (process.stdout.isTTY) process.stdout.write(clearLine);
    const slow = finished.toSorted((left, right) => right.ms - left.ms).slice(0, slowMax);
    console.log(['Slowest files:', ...slow.map(({ file, ms }) => `  ${seconds(ms).padStart(7)} ${file}`)].join('\n'));
    const tests = finished.reduce((sum, file) => sum + file.tests, 0);
    const failures = failed().flatMap(({ file, failures }) => failures.map((failure) => ({ file, failure })));
    for (const { file, failure } of failures.slice(0, shownMax)) console.log(describeFailure(file, failure));
    for (const { file, failure } of failures.slice(shownMax, listedMax)) console.log(`✖ ${file}: ${failure.name}`);
    if (failures.length > listedMax) console.log(`… and ${failures.length - listedMax} more`);
    const again = failed().slice(0, shownMax);
    if (again.length > 0) console.log(`Run again: npm test -- ${again.map(({ file }) => file).join(' ')}`);
    const skipped = finished.reduce((sum, file) => sum + file.skipped, 0);
    const counts = `${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    console.log(`${tests} tests in ${finished.length} files, ${counts} (${seconds(performance.now() - startedMs)})`);
  };

  return {
    onFile: (file) => {
      finished.push(file);
      progress(file);
    },
    summarize,
    hasFailed: () => failed().length > 0,
  };
}

function describeFailure(file: string, { name, message, log }: Failure): string {
  const lines = message.split('\n');
  const left = lines.length - messageLinesMax;
  const shown = left > 0 ? [...lines.slice(0, messageLinesMax), `… ${left} more lines`] : lines;
  const logged = log.length === 0 ? [] : ['log:', ...log.map((line) => `  ${line.trimEnd().slice(0, 240)}`)];
  return [`\n✖ ${file}`, `  ${name}`, ...[...shown, ...logged].map((line) => `    ${line}`), ''].join('\n');
}
