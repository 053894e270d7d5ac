import { randomBytes } from 'node:crypto';
import { startCluster } from '../../harness/programs/cluster.ts';
import { startPatroni, type PatroniCluster } from '../../harness/programs/patroni.ts';
import { query, withDatabase } from '../../harness/query.ts';
import { connectSandbox, type Target } from '../../harness/sandbox-account.ts';
import { startSinks, type Receipt } from '../../harness/network/sinks.ts';
import { callerOf, controlOf, type SandboxProcess, type User } from '../../harness/testbed.ts';
import { violation } from '../../invariants.ts';
import { allPlatforms, traitsOf } from '../publish/platforms.ts';
import { createEndpoint } from '../webhooks/endpoints.ts';

export type Fixture = AsyncDisposable & {
  patroni: PatroniCluster;
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  baseUrl: string;
  user: User;
  targets: readonly Target[];
  sandbox: Pick<SandboxProcess, 'control'>;
  receipts: readonly Receipt[];
  exits: readonly string[];
  logs(): string;
  stop(): Promise<void>;
};

const size = { apis: 1, workers: 2 };
const accountsPerPlatform = 4;
/** After a lost response, one of them can be asked whether a post exists, and the other cannot. */
const platforms = allPlatforms.filter((platform) => platform === 'bluesky' || platform === 'telegram');

export async function openFixture(): Promise<Fixture> {
  await using stack = new AsyncDisposableStack();
  const patroni = stack.use(await startPatroni());
  const externalUrl = await createHeraldDatabase(patroni);
  const adminUrl = withDatabase(patroni.url, 'herald');
  const farm = await startSinks(1);
  stack.defer(() => farm.close());
  const cluster = stack.use(await startCluster({ ...size, externalUrl }));
  const programs = [...cluster.apis, ...cluster.workers];
  const exits: string[] = [];
  const stopping = { isSo: false };
  stack.defer(() => void (stopping.isSo = true));
  for (const { name, ended, output } of programs) {
    void ended.then((how) => {
      if (!stopping.isSo) exits.push(violation('no-crashes', `${name} ended with ${how}\n${output().slice(-2000)}`));
    });
  }
  const [{ baseUrl } = { baseUrl: '' }] = cluster.apis;
  const user = { ownerId: '', key: cluster.apiKey };
  const api = { baseUrl, call: callerOf(baseUrl) };
  const sandbox = { control: controlOf(cluster.sandboxUrl) };
  const targets: Target[] = [];
  for (const platform of platforms) {
    const { facts, account: nameOf } = traitsOf(platform);
    for (let n = 0; n < accountsPerPlatform; n += 1) {
      const name = nameOf(n);
      if (facts !== undefined) await sandbox.control('POST', 'accounts', { platform, accounts: [{ name, ...facts }] });
      targets.push(await connectSandbox(api, user, { platform, name }));
    }
  }
  await createEndpoint(api, { user, sink: 0, url: farm.sinks[0]?.url ?? '' });
  const parts = stack.move();
  return {
    ...{ patroni, baseUrl, user, targets, sandbox, receipts: farm.receipts, exits },
    sql: (text, values) => query(adminUrl, text, values),
    logs: () => programs.map((program) => program.output()).join('\n'),
    stop: async () => {
      stopping.isSo = true;
      await Promise.all(programs.map((program) => program.stop()));
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

/** No further rights, as in production. */
async function createHeraldDatabase({ url }: PatroniCluster): Promise<string> {
  const password = randomBytes(12).toString('hex');
  await query(url, `CREATE ROLE herald LOGIN PASSWORD '${password}'`);
  await query(url, 'CREATE DATABASE herald OWNER herald');
  await query(withDatabase(url, 'herald'), 'CREATE EXTENSION amcheck');
  const heraldUrl = new URL(withDatabase(url, 'herald'));
  heraldUrl.username = 'herald';
  heraldUrl.password = password;
  return heraldUrl.href;
}
