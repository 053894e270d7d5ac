import pg from 'pg';
import { createLoad } from './harness/load.ts';
import { startCluster, type Cluster, type ClusterSize } from './harness/programs/cluster.ts';
import { parseCommandLine, parseNumber, runCommand } from './harness/programs/command-line.ts';
import { readProcessorMs } from './harness/programs/processor-time.ts';
import { connectSandbox, liftTelegramLimits, telegramBot } from './harness/sandbox-account.ts';
import { startSinks } from './harness/network/sinks.ts';
import { callerOf, controlOf } from './harness/testbed.ts';
import { waitUntil } from './harness/wait.ts';

const help = `Usage: npm run cluster:measure -- [options]

Creates posts, lets all of them become due at the same instant, then delivers webhooks, first on a cluster with one API
and one worker process and then with three of each. All run on this machine, so rates grow only with free cores, or
where processes wait, as for a slow platform; processor time per operation shows what more machines would bring.

Options:
  --posts <n>        posts per round, 10 to 100000 (default: 1000)
  --rounds <n>       rounds of each size, 1 to 20 (default: 1)
  --platform-ms <n>  how long the platform takes to respond, 0 to 10000 (default: 0)
  -h, --help         print this text
`;

const sizes: readonly ClusterSize[] = [
  { apis: 1, workers: 1 },
  { apis: 3, workers: 3 },
];
const [accountCount, endpointCount, connections, leadSeconds] = [200, 5, 32, 3];
const endWithinMs = 900_000;

const deliveriesSql = `
  WITH added AS (
    INSERT INTO webhook_deliveries (id, owner_id, endpoint_id, event_id, event_type, resource_id, status, attempt_count,
                                    event_created_at, created_at)
    SELECT 'whd_' || md5(e.id || w.id), e.owner_id, w.id, e.id, e.type, e.resource_id, 'pending', 0, e.created_at, now()
      FROM events e, webhook_endpoints w WHERE e.type = 'post.published' AND w.owner_id = e.owner_id
    RETURNING id, owner_id, endpoint_id, event_id
  )
  INSERT INTO open_deliveries (delivery_id, owner_id, endpoint_id, event_id, run_attempt_count, next_attempt_at)
  SELECT added.*, 0, $1 FROM added`;

await runCommand('npm run cluster:measure --', async () => {
  const { values } = parseCommandLine({
    options: {
      posts: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '1' },
      'platform-ms': { type: 'string', default: '0' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const posts = parseNumber('posts', values.posts, [10, 100_000]);
  const rounds = parseNumber('rounds', values.rounds, [1, 20]);
  const platformMs = parseNumber('platform-ms', values['platform-ms'], [0, 10_000]);
  for (let round = 1; round <= rounds; round += 1) for (const size of sizes) await measure(size, { posts, platformMs });
  return 0;
});

type Measurement = { posts: number; platformMs: number };

async function measure(size: ClusterSize, { posts, platformMs }: Measurement): Promise<void> {
  await using cluster = await startCluster(size);
  const db = new pg.Client({ connectionString: cluster.databaseUrl });
  await db.connect();
  const farm = await startSinks(endpointCount);
  try {
    const targets = await connectAccounts(cluster);
    const create = (n: number): object => ({
      content: `Measured ${n}`,
      scheduledFor: new Date(Date.now() + 86_400_000).toISOString(),
      platforms: [targets[n % targets.length]],
    });
    const meter = createMeter(cluster, size);
    const load = createLoad(cluster.url, cluster.apiKey, connections);
    await meter('posts created', posts, async () => {
      const startedMs = Date.now();
      const repeated = await load.send('/v1/posts', posts, create);
      if (repeated > 0) console.log(`${repeated} requests were repeated after 503`);
      return startedMs;
    });
    const slow = { platform: 'telegram', operation: 'sendMessage', kind: 'slow', value: platformMs, times: posts };
    if (platformMs > 0) await controlOf(cluster.sandboxUrl)('POST', 'faults', slow);
    await meter('due posts published', posts, async () => {
      const due = await makeDue(
        db,
        `WITH moved AS (UPDATE posts SET scheduled_for = $1) UPDATE post_targets SET due_at = $1`,
      );
      await waitForNone(db, 'post_targets WHERE due_at IS NOT NULL');
      return due;
    });
    const urls = farm.sinks.map(({ url }) => url);
    await load.send('/v1/webhooks', urls.length, (n) => ({
      ...{ name: `Sink ${n}`, url: urls[n], events: ['post.published'], profileAccess: 'all_profiles' },
    }));
    await meter('webhooks delivered', posts * endpointCount, async () => {
      const due = await makeDue(db, deliveriesSql);
      await waitForNone(db, 'open_deliveries');
      return due;
    });
    await requireAll(cluster, { posts, received: farm.receipts.length });
    await printBytes(db, posts);
    load.close();
  } finally {
    await farm.close();
    await db.end();
  }
}

type Meter = (what: string, count: number, work: () => Promise<number>) => Promise<void>;

function createMeter({ apis, workers, enginePid }: Cluster, size: ClusterSize): Meter {
  const herald = [...apis, ...workers].map(({ pid }) => pid);
  const engine = enginePid === undefined ? [] : [enginePid];
  const read = (): [number, number] => [readProcessorMs(herald), readProcessorMs(engine)];
  return async (what, count, work) => {
    const before = read();
    const startedMs = await work();
    const seconds = (Date.now() - startedMs) / 1000;
    const [nodeMs, postgresMs] = read().map((ms, index) => (ms - (before[index] ?? 0)) / count);
    console.log(
      `${size.apis}+${size.workers}  ${what.padEnd(20)} ${Math.round(count / seconds)} per second, per operation ` +
        `${nodeMs?.toFixed(2)} ms of Node and ${postgresMs?.toFixed(2)} ms of PostgreSQL`,
    );
  };
}

async function connectAccounts({ url, apiKey, sandboxUrl }: Cluster): Promise<object[]> {
  const names = Array.from({ length: accountCount }, (_, n) => `measured_channel_${n}`);
  await liftTelegramLimits(controlOf(sandboxUrl), [telegramBot, ...names]);
  const user = { ownerId: '', key: apiKey };
  const api = { baseUrl: url, call: callerOf(url) };
  const targets: object[] = [];
  for (const name of names) targets.push(await connectSandbox(api, user, { platform: 'telegram', name }));
  return targets;
}

/** Writes all rows before any becomes due; returns the due time. */
async function makeDue(db: pg.Client, text: string): Promise<number> {
  const dueMs = Date.now() + leadSeconds * 1000;
  await db.query(text, [new Date(dueMs)]);
  return dueMs;
}

async function waitForNone(db: pg.Client, rows: string): Promise<void> {
  await waitUntil(`no ${rows}`, endWithinMs, async () => {
    const { rowCount } = await db.query(`SELECT 1 FROM ${rows} LIMIT 1`);
    return rowCount === 0;
  });
}

async function requireAll({ sandboxUrl }: Cluster, { posts, received }: Record<'posts' | 'received', number>) {
  const ledger = await controlOf(sandboxUrl)<{ posts: { text: string }[] }>('GET', 'ledger?platform=telegram');
  const live = ledger.posts.length;
  const distinct = new Set(ledger.posts.map(({ text }) => text)).size;
  // A delivery whose outcome was not written in time is sent again.
  if (live !== posts || distinct !== posts || received < posts * endpointCount)
    throw new Error(`${posts} posts: ${live} are live, ${distinct} of them different, ${received} deliveries arrived`);
}

async function printBytes(db: pg.Client, posts: number): Promise<void> {
  const { rows } = await db.query<{ name: string; bytes: string }>(
    `SELECT coalesce(pg_partition_root(oid), oid)::regclass::text AS name, sum(pg_total_relation_size(oid))::text AS bytes
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      GROUP BY 1 ORDER BY sum(pg_total_relation_size(oid)) DESC LIMIT 9`,
  );
  const sizes = rows.map(({ name, bytes }) => `${name} ${Math.round(Number(bytes) / posts)}`);
  console.log(`bytes per post, with indexes and ${endpointCount} deliveries: ${sizes.join(', ')}`);
}
