import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startBalancer, type Balancer } from '../network/balancer.ts';
import { createDataFolder } from '../data-folder.ts';
import { freePort } from '../network/free-port.ts';
import { setRoleTimeouts, startPgBouncer } from './pgbouncer.ts';
import { startProgram, type Program } from './program.ts';
import { waitUntil } from '../wait.ts';

export type Cluster = AsyncDisposable & {
  url: string;
  apiKey: string;
  databaseUrl: string;
  poolerUrl: string | undefined;
  sandboxUrl: string;
  balancer: Balancer;
  enginePid: number | undefined;
  apis: readonly ClusterApi[];
  workers: readonly Program[];
};

type ClusterApi = Program & { baseUrl: string };

export type ClusterSize = { apis: number; workers: number };
type Options = ClusterSize & {
  externalUrl?: string;
  hasPooler?: boolean;
  port?: number;
  settings?: Readonly<Record<string, string>>;
  onReady?(baseUrl: string, isReady: boolean): void;
};

const startWithinMs = 60_000;

export async function startCluster(options: Options): Promise<Cluster> {
  const { apis, workers, port, settings, hasPooler, onReady, externalUrl } = options;
  await using stack = new AsyncDisposableStack();
  const started = <Value extends Program>(program: Value): Value => {
    stack.defer(() => program.stop());
    return program;
  };
  const folder = stack.use(createDataFolder('cluster')).path;
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o755 });
  const engine = externalUrl === undefined ? started(runEngine(folder)) : undefined;
  const [databaseUrl = externalUrl ?? ''] = (await engine?.waitForOutput(/"event":"ready","url":"([^"]+)"/)) ?? [];
  const poolerUrl = hasPooler === true ? stack.use(await openPooler(databaseUrl)).url : undefined;
  const balancer = stack.use(
    await startBalancer({ ...(port === undefined ? {} : { port }), ...(onReady && { onChange: onReady }) }),
  );
  const sandbox = started(
    runFile('sandbox', 'sandbox/src/main.ts', ['--port', '0', '--clock', 'real', '--herald', balancer.url]),
  );
  const [sandboxUrl = ''] = await sandbox.waitForOutput(/running at (\S+)/);
  const apiKey = `hrd_live_${randomBytes(32).toString('hex')}`;
  const env = {
    ...{ DATABASE_URL: poolerUrl ?? databaseUrl, HERALD_DATABASE_DIRECT_URL: databaseUrl },
    ...{ HERALD_PUBLIC_URL: balancer.url, HERALD_SANDBOX_URL: sandboxUrl },
    ...{ HERALD_API_KEY: apiKey, HERALD_TOKEN_KEYS: `k1:${randomBytes(32).toString('base64')}` },
    ...{ HERALD_DATA_DIR: dataDir, HERALD_STATE_DIR: join(folder, 'state') },
    ...{ HERALD_TRUSTED_PROXIES: '127.0.0.1', HERALD_DRAIN_SECONDS: '1', ...settings },
  };
  const apiProcesses: ClusterApi[] = [];
  for (let n = 1; n <= apis; n += 1) {
    const apiPort = await freePort();
    const program = started(runHerald(`api ${n}`, 'api', { ...env, PORT: String(apiPort) }));
    apiProcesses.push({ ...program, baseUrl: `http://127.0.0.1:${apiPort}` });
  }
  const workerProcesses = Array.from({ length: workers }, (_, n) =>
    started(runHerald(`worker ${n + 1}`, 'worker', env)),
  );
  for (const program of apiProcesses) {
    await program.waitForOutput(/Herald is running/);
    balancer.add(program.baseUrl);
  }
  for (const program of workerProcesses) await program.waitForOutput(/worker is running/);
  await waitUntil('a ready cluster', startWithinMs, () => balancer.inUse().length === apis);
  const parts = stack.move();
  return {
    ...{ url: balancer.url, apiKey, databaseUrl, poolerUrl, sandboxUrl, balancer, enginePid: engine?.pid },
    ...{ apis: apiProcesses, workers: workerProcesses },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

async function openPooler(databaseUrl: string) {
  await setRoleTimeouts(databaseUrl);
  return await startPgBouncer(databaseUrl);
}

function runEngine(folder: string): Program {
  return runFile('PostgreSQL', 'server/test/entry.ts', [JSON.stringify({ role: 'engine', folder })]);
}

function runFile(name: string, file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return startProgram(name, { args: [file, ...args], env });
}

function runHerald(name: string, role: 'api' | 'worker', env: Readonly<Record<string, string>>): Program {
  return runFile(name, 'server/src/main.mjs', ['--role', role], env);
}
