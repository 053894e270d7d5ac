import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log.ts';
import { readableLine } from './readable-log.ts';

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  write(createLog('info', { write: (line) => void lines.push(line) }));
  return lines;
}

const readable = (line = '', hasColour = false): string => readableLine(line, { hasColour });
const withoutTime = (text: string): string => text.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /, '');

test('a line is JSON with an ISO time and the name of its level', () => {
  const [line = ''] = linesOf((log) => log.warn({ webhookId: 'whk_1' }, 'webhook disabled'));
  const { time, ...rest } = JSON.parse(line) as { time: string };
  assert.equal(new Date(time).toISOString(), time);
  assert.deepEqual(rest, { level: 'warn', webhookId: 'whk_1', msg: 'webhook disabled' });
});

test('on a terminal a line is text, with quotes only where they are needed', () => {
  const [line] = linesOf((log) =>
    log.info({ platform: 'x', attempts: 2, reason: 'too long', url: null }, 'post failed'),
  );
  assert.equal(withoutTime(readable(line)), 'INFO  post failed platform=x attempts=2 reason="too long" url=null\n');
  assert.match(readable(line), /^\d{4}-/);
});

test('colours only the level, and only of warnings and errors', () => {
  const lines = linesOf((log) => {
    log.info('a');
    log.error('b');
  });
  assert.deepEqual(
    lines.map((line) => withoutTime(readable(line, true))),
    ['INFO  a\n', '\u001b[31mERROR\u001b[0m b\n'],
  );
});

test('shows an error with its stack and its cause', () => {
  const err = new Error('outer', { cause: new Error('inner') });
  const [line] = linesOf((log) => log.error({ err }, 'failed'));
  const text = readable(line);
  assert.match(text, /ERROR failed\n {4}Error: outer\n {4}at /);
  assert.match(text, /\n {4}caused by\n {6}Error: inner\n {6}at /);
});

test('escape sequences of others never reach the terminal', () => {
  const hostile = '\u001b]0;title\u0007\r\nfake line\u009b31m';
  const err = new Error(hostile);
  const [line] = linesOf((log) => log.error({ err, reason: hostile, [hostile]: 1 }, hostile));
  assert.doesNotMatch(readable(line).replaceAll('\n', ''), /\p{Cc}/u);
  assert.ok(
    !readable(line)
      .split('\n')
      .some((one) => one.startsWith('fake line')),
  );
});

test('leaves text that is not JSON as it is', () => {
  assert.equal(readable('not JSON\n'), 'not JSON\n');
});
