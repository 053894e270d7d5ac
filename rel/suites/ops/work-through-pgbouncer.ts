import { checkInvariants } from '../../check.ts';
import { noFindings, percentile, type Case } from '../../harness/case.ts';
import { readLedger } from '../../harness/ledger.ts';
import { skipWithoutPgBouncer, startPgBouncer } from '../../harness/programs/pgbouncer.ts';
import { startSinks } from '../../harness/network/sinks.ts';
import type { Api, CaseDatabase } from '../../harness/testbed.ts';
import { inParallel, waitUntil } from '../../harness/wait.ts';
import { openFixture, type Fixture } from '../publish/fixture.ts';
import { createEndpoint } from '../webhooks/endpoints.ts';

const figures = { quick: { posts: 60 }, full: { posts: 3000 } };
const accounts = 5;
const [apiCount, workerCount] = [2, 2];
const atOnce = 16;
const endWithinMs = 600_000;
/** Fewer than the processes open, so that their transactions share connections. */
const poolSize = 6;
const publishMsAim = 1000;

export const workThroughPgbouncer: Case = {
  id: 'work-through-pgbouncer',
  about:
    'Creates posts, publishes and delivers through PgBouncer in transaction mode with six connections for four processes; every post is published once and reported once.',
  run: async (testbed, { tier, overrides }) => {
    const skipped = skipWithoutPgBouncer(tier);
    if (skipped !== undefined) return skipped;
    const posts = overrides.get('posts') ?? figures[tier].posts;
    const findings = noFindings();
    const farm = await startSinks(1);
    await using fixture = await openFixture(testbed, { accounts, on: ['telegram'] });
    const { database, user, options, sandbox } = fixture;
    await using pooler = await startPgBouncer(database.url, { poolSize });
    const urls = { databaseUrl: pooler.url, directDatabaseUrl: database.url };
    // Real timing: with a shorter deadline, a busy machine would leave some outcomes unknown.
    const { sandboxUrl, folder } = options;
    const pooled = { sandboxUrl, folder, ...urls, admitted: farm.sinks.map(({ port }) => port) };
    const apis = await Promise.all(Array.from({ length: apiCount }, () => database.startApi({ ...pooled, users: 0 })));
    const workers = Array.from({ length: workerCount }, () => database.startWorker(pooled));
    await waitUntil(
      'wake-ups over direct connections',
      60_000,
      async () => (await countListening(database)) === workerCount,
    );
    const [first] = apis as [Api];
    await createEndpoint(first, { user, sink: 0, url: farm.sinks[0]?.url ?? '' });
    const publishMs = await publishPosts(fixture, apis, posts, findings.faults);
    await waitUntil('the end of all deliveries', endWithinMs, async () => (await countOpen(database)) === 0);

    const texts = (await readLedger(sandbox)).map(({ text }) => text);
    if (texts.length !== posts || new Set(texts).size !== posts)
      findings.faults.push(`${posts} posts became ${texts.length}, of which ${new Set(texts).size} are different`);
    if (farm.receipts.length !== posts) findings.faults.push(`${posts} events had ${farm.receipts.length} attempts`);
    const transactions = await pooler.transactions();
    if (transactions < posts) findings.faults.push(`only ${transactions} transactions went through the pooler`);
    findings.counts = { posts, received: farm.receipts.length, transactions };
    findings.times = { publishMs: Math.round(percentile(publishMs, 0.5)) };
    if (percentile(publishMs, 0.5) > publishMsAim) findings.warnings.push('half of the posts took over a second');
    await Promise.all([...workers, ...apis.map(({ child }) => child)].map((child) => child.stop()));
    const observed = { secrets: [user.key], logs: testbed.supervisor.logs() };
    findings.faults.push(...(await checkInvariants(database.sql, observed)));
    await farm.close();
    return findings;
  },
};

async function publishPosts(
  { user, accounts: connected }: Fixture,
  apis: readonly Api[],
  posts: number,
  faults: string[],
): Promise<number[]> {
  const durations: number[] = [];
  await inParallel(Array.from({ length: posts }), atOnce, async (_, n) => {
    const { platform, accountId } = connected.telegram[n % accounts] ?? { platform: '', accountId: '' };
    const body = { content: `Pooled ${n}`, platforms: [{ platform, accountId }], publishNow: true };
    const startedMs = performance.now();
    const response = await apis[n % apis.length]?.call(user, 'POST', '/v1/posts', body);
    durations.push(performance.now() - startedMs);
    if (response?.status !== 201)
      faults.push(`post ${n} returned ${response?.status} ${JSON.stringify(response?.body)}`);
  });
  return durations;
}

async function countListening({ sql }: CaseDatabase): Promise<number> {
  const rows = await sql(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN herald_wake_up'`,
  );
  return rows.length;
}

async function countOpen({ sql }: CaseDatabase): Promise<number> {
  const rows = await sql(
    `SELECT 1 FROM post_targets WHERE due_at IS NOT NULL
      UNION ALL SELECT 1 FROM open_deliveries`,
  );
  return rows.length;
}
