import { join } from 'node:path';
import { noFindings, type Case, type Findings } from '../../harness/case.ts';
import { readLedger } from '../../harness/ledger.ts';
import type { Api, CaseDatabase } from '../../harness/testbed.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { succeed, type Installation } from './operator.ts';
import { accountsOf, epochMs, makeAllDue, openFixture, schedulePosts, type Fixture } from './fixture.ts';

const figures = { quick: { posts: 12 }, full: { posts: 500 } };
const watchMs = 1500;

export const restoreOldState: Case = {
  id: 'restore-old-state',
  about:
    'Restores an old state, from an archive and from a raw copy of the database; nothing is published again, neither while held nor after the release.',
  run: async (testbed, { tier, overrides }) => {
    const posts = overrides.get('posts') ?? figures[tier].posts;
    const findings = noFindings();
    await using fixture = await openFixture(testbed);
    const { api, database, installation } = fixture;
    const worker = database.startWorker(fixture.options);
    await worker.waitForEvent('working');
    const texts = Array.from({ length: posts }, (_, n) => `Old state ${n}`);
    await schedulePosts(fixture, texts);
    const archive = join(fixture.newFolder(), 'archive');
    await succeed(installation, ['backup', archive]);
    const rawCopy = await testbed.copyDatabase(database);
    // Deliveries advance the epoch, too: without them, publishing alone must.
    await database.sql('DELETE FROM webhook_endpoints');
    await makeAllDue(database);
    await waitUntil('every post to be published', 60_000, async () => (await openTargets(database)) === 0);
    // A clean shutdown would write the epoch of the last sends at once.
    await sleep(2 * epochMs);
    await worker.kill();
    await api.child.kill();
    const published = (await readLedger(fixture.sandbox)).length;
    const expected = texts.reduce((sum, _text, n) => sum + accountsOf(fixture, n).length, 0);
    if (published !== expected) findings.faults.push(`${published} posts are live instead of ${expected}`);

    await makeAllDue(rawCopy);
    await watchHeld(
      fixture,
      { at: { ...installation, databaseUrl: rawCopy.url }, database: rawCopy, published },
      findings,
    );

    if (findings.faults.length > 0) return findings;

    const target = await testbed.openDatabase();
    const at = { ...installation, databaseUrl: target.url };
    await succeed(at, ['restore', archive]);
    await makeAllDue(target);
    await watchHeld(fixture, { at, database: target, published }, findings);
    findings.counts = { posts, live: published, states: 2, ...findings.counts };
    return findings;
  },
};

async function openTargets({ sql }: CaseDatabase): Promise<number> {
  const [row] = await sql<{ n: number }>(`SELECT count(*)::int AS n FROM post_targets WHERE due_at IS NOT NULL`);
  return row?.n ?? -1;
}

type Restored = { at: Installation; database: CaseDatabase; published: number };

async function watchHeld(fixture: Fixture, { at, database, published }: Restored, findings: Findings): Promise<void> {
  const { farm, options, sandbox, user } = fixture;
  const receipts = farm.receipts.length;
  const api = await database.startApi(options);
  const worker = database.startWorker(options);
  await worker.waitForEvent('working');
  await sleep(watchMs);
  const check = async (when: string): Promise<void> => {
    const ledger = await readLedger(sandbox);
    if (ledger.length !== published)
      findings.faults.push(`${when}: ${ledger.length - published} posts were published again`);
  };
  await check('while held');
  const delivered = farm.receipts.length - receipts;
  if (delivered > 0) findings.faults.push(`${delivered} webhooks were delivered while held`);
  const { status } = await api.call(user, 'POST', '/v1/profiles', { name: 'Refused' });
  if (status !== 503) findings.faults.push(`a write while held got ${status}`);
  if (!(await isHeld(api))) findings.faults.push('/readyz does not report that Herald is held');

  await succeed(at, ['release', '--confirm']);
  await waitUntil('the release', 10_000, async () => !(await isHeld(api)));
  await sleep(watchMs);
  await check('after the release');
  const left = await openTargets(database);
  if (left > 0) findings.faults.push(`${left} targets are still due after the release`);
  const rows = await database.sql<{ status: string; error_code: string | null; n: number }>(
    'SELECT status, error_code, count(*)::int AS n FROM post_targets GROUP BY 1, 2',
  );
  for (const { status: end, error_code: code, n } of rows) {
    const isExpected = end === 'published' || code === 'outcomeUnknown';
    if (!isExpected) findings.faults.push(`${n} targets ended ${end} ${code ?? ''}`);
    findings.counts[end] = (findings.counts[end] ?? 0) + n;
  }
  await worker.stop();
  await api.child.stop();
}

async function isHeld({ baseUrl }: Api): Promise<boolean> {
  const response = await fetch(`${baseUrl}/readyz`);
  const { checks } = (await response.json()) as { checks: { held: boolean } };
  return checks.held;
}
