// Black-box tests on real processes. Tests whose tool (Debian's chromium, PostgreSQL 15, python3, caddy, ffmpeg) is missing are
// skipped locally and fail in CI.
import { existsSync, globSync } from 'node:fs';
import { runPrograms } from './testing/run-programs.ts';

const tools: Record<string, string> = {
  'e2e/connect.test.ts': '/usr/bin/chromium',
  'e2e/docs-page.test.ts': '/usr/bin/chromium',
  'e2e/inbox.test.ts': '/usr/bin/chromium',
  'e2e/posts.test.ts': '/usr/bin/chromium',
  'e2e/reverse-proxy.test.ts': '/usr/bin/caddy',
  'e2e/webhook-receivers.test.ts': '/usr/bin/python3',
  'e2e/external-database.test.ts': '/usr/lib/postgresql/15/bin/postgres',
  'e2e/video.test.ts': '/usr/bin/ffmpeg',
};
const words = process.argv.slice(2);
const files = globSync('e2e/*.test.ts')
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .filter((file) => {
    const tool = tools[file];
    if (tool === undefined || existsSync(tool)) return true;
    console.error(
      `${file} needs ${tool}, which this machine lacks${process.env['CI'] === undefined ? ': passed over' : ''}`,
    );
    if (process.env['CI'] !== undefined) process.exitCode = 1;
    return false;
  })
  .sort();
const longest = ['benchmarks', 'external-database', 'runnable-docs', 'stopping', 'video'];
const isLong = (file: string): boolean => longest.some((name) => file.includes(name));
const inOrder = [...files.filter(isLong), ...files.filter((file) => !isLong(file))];
const args = ['--test', '--test-concurrency=1', '--test-timeout=300000', '--test-reporter=spec'];
const programs = inOrder.map((file) => ({ name: file, args: [...args, file], minutesMax: 15 }));
const hasPassed = await runPrograms(programs, 2);
if (!hasPassed) process.exitCode = 1;
