// Runs every *.test.ts on one engine. Arguments narrow it: npm test does all, node scripts/test.ts profiles some.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '../server/src/http/routes/index.ts';
import { routeErrors } from '../server/src/http/response/route-errors.ts';
import { ensureTemplate, testServer } from '../server/test/database.ts';

const words = process.argv.slice(2);
const files = globSync(['{server,sandbox,scripts}/**/*.test.ts'], { exclude: ['**/node_modules/**'] })
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort();

const folder = mkdtempSync(join(tmpdir(), 'herald-notes-'));
const notes = join(folder, 'errors.txt');
writeFileSync(notes, '');
const server = await testServer();
let status: number | null = 1;
try {
  await ensureTemplate(server.url);
  ({ status } = runTests(server.url));
} finally {
  await server.stop();
}

const missing = words.length === 0 && status === 0 ? errorsNobodyProduced() : [];
rmSync(folder, { recursive: true, force: true });
if (missing.length > 0) console.error(`Declared errors that no test produced:\n  ${missing.join('\n  ')}`);
process.exitCode = status !== 0 || missing.length > 0 ? 1 : 0;

function runTests(databaseUrl: string): { status: number | null } {
  const args = ['--test', '--test-concurrency=2', '--test-timeout=120000', '--test-reporter=spec', ...files];
  const env = { ...process.env, HERALD_TEST_DATABASE_URL: databaseUrl, HERALD_TEST_NOTES: notes };
  return spawnSync(process.execPath, args, { stdio: 'inherit', env });
}

function errorsNobodyProduced(): string[] {
  const seen = new Set(readFileSync(notes, 'utf8').split('\n'));
  return routes
    .filter((route) => route.kind === 'json')
    .flatMap((route) => routeErrors(route).map((code) => `${route.method} ${route.path} ${code}`))
    .filter((line) => !seen.has(line));
}
