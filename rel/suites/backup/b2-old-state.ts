import { join } from 'node:path';
import { noFindings, type Case, type Findings } from '../../harness/case.ts';
import { readLedger } from '../../harness/ledger.ts';
import type { Api, CaseDatabase } from '../../harness/stage.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { succeed, type Installation } from './operator.ts';
import { accountsOf, epochMs, makeAllDue, openScene, schedulePosts, type Scene } from './scene.ts';

const figures = { quick: { posts: 12 }, full: { posts: 500 } };
const watchMs = 1500;

export const b2OldState: Case = {
  id: 'B2',
  about: 'an old state, restored by command or as a raw copy, publishes nothing a second time',
  run: async (stage, { tier, given }) => {
    const posts = given.get('posts') ?? figures[tier].posts;
    const findings = noFindings();
    await using scene = await openScene(stage);
    const { api, database, installation } = scene;
    const worker = database.startWorker(scene.options);
    await worker.told('working');
    const texts = Array.from({ length: posts }, (_, n) => `Old state ${n}`);
    await schedulePosts(scene, texts);
    const archive = join(scene.newFolder(), 'archive');
    await succeed(installation, ['backup', archive]);
    const rawCopy = await stage.copyDatabase(database);
    await makeAllDue(database);
    await waitUntil('every post to be published', 60_000, async () => (await openTargets(database)) === 0);
    // The epoch of the last sends, without the help of an orderly stop.
    await sleep(2 * epochMs);
    await worker.kill();
    await api.child.kill();
    const published = (await readLedger(scene.sandbox)).length;
    const expected = texts.reduce((sum, _text, n) => sum + accountsOf(scene, n).length, 0);
    if (published !== expected) findings.faults.push(`${published} posts are live instead of ${expected}`);

    await makeAllDue(rawCopy);
    await watchHeld(
      scene,
      { at: { ...installation, databaseUrl: rawCopy.url }, database: rawCopy, published },
      findings,
    );

    if (findings.faults.length > 0) return findings;

    const target = await stage.openDatabase();
    const at = { ...installation, databaseUrl: target.url };
    await succeed(at, ['restore', archive]);
    await makeAllDue(target);
    await watchHeld(scene, { at, database: target, published }, findings);
    findings.counts = { posts, live: published, states: 2, ...findings.counts };
    return findings;
  },
};

async function openTargets({ sql }: CaseDatabase): Promise<number> {
  const [row] = await sql<{ n: number }>(`SELECT count(*)::int AS n FROM post_targets WHERE due_at IS NOT NULL`);
  return row?.n ?? -1;
}

type Restored = { at: Installation; database: CaseDatabase; published: number };

/** Starts Herald on the old state: held until it is released, and no duplicate after that. */
async function watchHeld(scene: Scene, { at, database, published }: Restored, findings: Findings): Promise<void> {
  const { farm, options, sandbox, user } = scene;
  const receipts = farm.receipts.length;
  const api = await database.startApi(options);
  const worker = database.startWorker(options);
  await worker.told('working');
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
