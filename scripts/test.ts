// npm test: the quick tier. --rest: the other tier. Words select files of both tiers by path: npm test -- profiles.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '../server/src/http/routes/index.ts';
import { routeErrors } from '../server/src/http/response/route-errors.ts';
import { ensureTemplate, testServer } from '../server/test/database.ts';
import { testFiles } from './testing/files.ts';
import { createReport } from './testing/report.ts';
import { runFiles } from './testing/run-files.ts';

const words = process.argv.slice(2).filter((word) => word !== '--rest');
const tier = process.argv.includes('--rest') ? 'rest' : 'quick';
const isWholeQuickTier = tier === 'quick' && words.length === 0;
const files = testFiles(tier, words);
if (files.length === 0) {
  console.error(`No test file has ${words.join(' or ')} in its path.`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'herald-notes-'));
const notes = join(folder, 'errors.txt');
writeFileSync(notes, '');
const server = await testServer();
const report = createReport(files.length);
try {
  await ensureTemplate(server.url);
  await runFiles(files, {
    environment: { ...process.env, HERALD_TEST_DATABASE_URL: server.url, HERALD_TEST_NOTES: notes },
    // One more than cores is enough on two: each waits for PostgreSQL a third of the time.
    processes: 3,
    onFile: report.onFile,
  });
} finally {
  await server.stop();
}
report.summarize();

const missing = isWholeQuickTier && !report.hasFailed() ? errorsNobodyProduced() : [];
rmSync(folder, { recursive: true, force: true });
if (missing.length > 0) console.error(`Declared errors that no test produced:\n  ${missing.join('\n  ')}`);
process.exitCode = report.hasFailed() || missing.length > 0 ? 1 : 0;

function errorsNobodyProduced(): string[] {
  const seen = new Set(readFileSync(notes, 'utf8').split('\n'));
  return routes
    .filter((route) => route.kind === 'json')
    .flatMap((route) => routeErrors(route).map((code) => `${route.method} ${route.path} ${code}`))
    .filter((line) => !seen.has(line));
}
