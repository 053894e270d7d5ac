import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { readLedger } from '../../harness/ledger.ts';
import type { Api, CaseDatabase, User } from '../../harness/testbed.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { openFixture } from '../publish/fixture.ts';
import { createPost, readTargets, waitForEnd } from '../publish/posts.ts';
import { judgeWrites, startWriters } from './writers.ts';

const figures = { quick: { rounds: 1, readOnlyMs: 2000 }, full: { rounds: 20, readOnlyMs: 8000 } };
const recoveryMsAim = 5000;

export const surviveReadOnlyDatabase: Case = {
  id: 'survive-read-only-database',
  about:
    'Makes PostgreSQL read-only under open connections while clients read and write and a post is due; requests get nothing but 503, and publishing and writes continue without a restart.',
  run: async (testbed, { tier, overrides }) => {
    const rounds = overrides.get('rounds') ?? figures[tier].rounds;
    const { readOnlyMs } = figures[tier];
    const findings = noFindings();
    await using fixture = await openFixture(testbed, { accounts: 1, on: ['bluesky'] });
    const { api, user, database, options, accounts, sandbox } = fixture;
    const worker = database.startWorker(options);
    await worker.waitForEvent('working');
    const writers = startWriters(api, user);
    let recoveryMs = 0;
    try {
      for (let round = 1; round <= rounds; round += 1) {
        await waitUntil('a write', 60_000, () => writers.acknowledged.size > 0);
        await createPost(fixture, { content: `Due in round ${round}`, platforms: accounts.bluesky, kind: 'text' });
        await setReadOnly(database, true);
        const refusedBefore = writers.statuses.get(503) ?? 0;
        const reads = await readFor(readOnlyMs, api, user);
        findings.faults.push(...reads.filter((status) => status !== 503).map((status) => `a read returned ${status}`));
        if ((writers.statuses.get(503) ?? 0) === refusedBefore) findings.faults.push('no write was refused');
        await setReadOnly(database, false);
        const clearedMs = performance.now();
        await waitUntil('a write after the database was writable', 60_000, () => writers.lastMs() > clearedMs);
        recoveryMs = Math.max(recoveryMs, Math.round(writers.lastMs() - clearedMs));
      }
    } finally {
      await setReadOnly(database, false);
    }
    await writers.stop();
    await waitForEnd(fixture, 60_000);
    await worker.stop();
    await judgeWrites(database, writers, { findings, refusals: [503] });
    const published = (await readTargets(fixture)).filter(({ status }) => status === 'published').length;
    if (published !== rounds) findings.faults.push(`${published} of ${rounds} posts were published`);
    const unavailable = writers.statuses.get(503) ?? 0;
    findings.counts = { rounds, acknowledged: writers.acknowledged.size, unavailable, published };
    findings.times = { recoveryMs };
    if (recoveryMs > recoveryMsAim) findings.warnings.push(`writes were back after ${recoveryMs} ms`);
    const observed = {
      ...{ secrets: [user.key], logs: testbed.supervisor.logs() },
      posts: { ledger: await readLedger(sandbox) },
    };
    findings.faults.push(...(await checkInvariants(database.sql, observed)));
    return findings;
  },
};

/** Applies to open connections, too, as on a server that becomes a replica. */
async function setReadOnly({ sql }: CaseDatabase, isReadOnly: boolean): Promise<void> {
  await sql(
    isReadOnly
      ? 'ALTER SYSTEM SET default_transaction_read_only = on'
      : 'ALTER SYSTEM RESET default_transaction_read_only',
  );
  await sql('SELECT pg_reload_conf()');
  const expected = isReadOnly ? 'on' : 'off';
  await waitUntil('the reload', 10_000, async () => {
    const [row] = await sql<{ setting: string }>(`SELECT current_setting('default_transaction_read_only') AS setting`);
    return row?.setting === expected;
  });
}

/** The look-up of an API key is one statement with its rate limit, so reads are refused, too. */
async function readFor(ms: number, api: Api, user: User): Promise<number[]> {
  const statuses: number[] = [];
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs) {
    statuses.push((await api.call(user, 'GET', '/v1/posts?limit=5')).status);
    await sleep(100);
  }
  return statuses;
}
