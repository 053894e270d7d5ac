// Black-box tests on real processes. Needs Debian's chromium, PostgreSQL 15, python3 and ffmpeg; without them those parts
// are passed over here, and fail where CI is set.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

const tools: Record<string, string> = {
  'e2e/connect.test.ts': '/usr/bin/chromium',
  'e2e/docs-page.test.ts': '/usr/bin/chromium',
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
const args = ['--test', '--test-concurrency=1', '--test-timeout=300000', '--test-reporter=spec', ...files];
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
if (status !== 0) process.exitCode = 1;
