// Sends a file's results to the runner when the file ends.
import type { TestEvent } from 'node:test/reporters';
import type { Failure, FileResult } from './messages.ts';

type NodeError = Error & { failureType?: string };
type Outcome = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

const logLinesMax = 6;
const logs = new Map<string, string[]>();

export function keepLog(test: string, lines: readonly string[]): void {
  const grave = lines.filter((line) => /"level":[4-6]0/.test(line));
  logs.set(test, (grave.length > 0 ? grave : lines).slice(-logLinesMax));
}

// eslint-disable-next-line no-restricted-syntax -- node:test takes the default export of a reporter.
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let result = emptyResult();
  const path: string[] = [];
  for await (const event of events) {
    if (event.type === 'test:start') path.splice(event.data.nesting, path.length, event.data.name);
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    note(result, event, path.slice(1, event.data.nesting));
    if (event.data.nesting > 0) continue;
    process.send?.(result satisfies FileResult);
    result = emptyResult();
    logs.clear();
  }
  yield '';
}

type Result = { tests: number; skipped: number; failures: Failure[] };

function emptyResult(): Result {
  return { tests: 0, skipped: 0, failures: [] };
}

function note(result: Result, { type, data }: Outcome, suites: readonly string[]): void {
  if (data.details.type !== 'suite') result.tests += 1;
  if (data.skip !== undefined || data.todo !== undefined) result.skipped += 1;
  if (type === 'test:pass') return;
  const error: NodeError = data.details.error;
  // The failed tests of a suite are reported themselves.
  if (error.failureType === 'subtestsFailed') return;
  result.failures.push({
    name: [...suites, data.name].join(' › '),
    message: messageOf(error),
    log: logs.get(data.name) ?? [],
  });
}

function messageOf(error: Error & { cause?: unknown }): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  const frames = (cause.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && line.includes('file://') && !line.includes('node_modules'))
    .map((line) => line.trim().replace(`file://${process.cwd()}/`, ''));
  const inner = cause.cause instanceof Error ? [`caused by: ${cause.cause.message}`] : [];
  return [typeof error.cause === 'string' ? error.cause : cause.message, ...inner, ...frames.slice(0, 4)].join('\n');
}
