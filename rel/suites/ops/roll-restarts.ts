import { checkInvariants } from '../../check.ts';
import { startBalancer, type Balancer } from '../../harness/network/balancer.ts';
import { noFindings, percentile, type Case, type Findings } from '../../harness/case.ts';
import { createDataFolder } from '../../harness/data-folder.ts';
import { freePort } from '../../harness/network/free-port.ts';
import { readLedger } from '../../harness/ledger.ts';
import { startProgram, type Program } from '../../harness/programs/program.ts';
import { connectSandbox, type Target } from '../../harness/sandbox-account.ts';
import { startSteadyClients, type SteadyClients } from '../../harness/steady-clients.ts';
import type { User } from '../../harness/testbed.ts';
import { waitUntil } from '../../harness/wait.ts';
import { tokenKey } from '../backup/operator.ts';

const figures = { quick: { restarts: 3, perSecond: 20 }, full: { restarts: 40, perSecond: 50 } };
const processes = 2;
/** Such a request gets its response when the post is published. */
const publishEvery = 20;
const latencyMsAim = 500;

export const rollRestarts: Case = {
  id: 'roll-restarts',
  about:
    'Restarts the API processes and workers of an installation one after the other while clients send requests through a balancer that follows `/readyz`; no request fails, and every post is published once.',
  run: async (testbed, { tier, overrides }) => {
    const restarts = overrides.get('restarts') ?? figures[tier].restarts;
    const perSecond = overrides.get('perSecond') ?? figures[tier].perSecond;
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const sandbox = await database.startSandbox();
    using folder = createDataFolder('restarts');
    await using balancer = await startBalancer({ failsOver: false });
    const fixture = await database.startApi({ users: 1, sandboxUrl: sandbox.url, folder: folder.path });
    const { user } = fixture;
    const target = await connectSandbox(fixture, user, { platform: 'bluesky', name: 'restarted' });
    await fixture.child.stop();
    const env = {
      ...{ DATABASE_URL: database.url, HERALD_SANDBOX_URL: sandbox.url, HERALD_DATA_DIR: folder.path },
      ...{ HERALD_TOKEN_KEYS: tokenKey, HERALD_PUBLIC_URL: balancer.url, HERALD_DRAIN_SECONDS: '2' },
    };
    await using stack = new AsyncDisposableStack();
    const installation = await startInstallation({ env, balancer, stack });
    const clients = startClients(balancer.url, { user, target, perSecond });
    for (let n = 0; n < restarts; n += 1) await installation.restart(n % processes, findings);
    await clients.stop();
    findings.faults.push(...clients.failures);
    findings.counts = { restarts: restarts * 2, requests: clients.latencies.length, failed: clients.failures.length };
    const latencyMs = Math.round(percentile(clients.latencies, 0.99));
    findings.times = { latencyMs };
    if (latencyMs > latencyMsAim) findings.warnings.push(`99 % of the responses took up to ${latencyMs} ms`);
    await stack.disposeAsync();
    const posts = { ledger: await readLedger(sandbox), acknowledged: clients.acknowledged };
    const observed = { secrets: [user.key], logs: installation.logs(), posts };
    findings.faults.push(...(await checkInvariants(database.sql, observed)));
    await sandbox.stop();
    return findings;
  },
};

type Environment = Readonly<Record<string, string>>;
type Start = { env: Environment; balancer: Balancer; stack: AsyncDisposableStack };
type Installation = {
  restart(index: number, findings: Findings): Promise<void>;
  logs(): string;
};

/** Real programs, because only they drain before they stop. */
async function startInstallation({ env, balancer, stack }: Start): Promise<Installation> {
  const programs: Program[] = [];
  const run = async (role: 'api' | 'worker', port: number): Promise<Program> => {
    const args = ['server/src/main.mjs', '--role', role];
    const program = startProgram(role, { args, env: { ...env, PORT: String(port) } });
    programs.push(program);
    stack.defer(() => program.stop());
    await program.waitForOutput(role === 'api' ? /Herald is running/ : /worker is running/);
    return program;
  };
  const ports: number[] = [];
  const pairs: { api: Program; worker: Program }[] = [];
  const start = async (port: number): Promise<{ api: Program; worker: Program }> => {
    const [api, worker] = await Promise.all([run('api', port), run('worker', port)]);
    await waitUntil('a ready process', 60_000, () => balancer.inUse().includes(urlOf(port)));
    return { api, worker };
  };
  for (let n = 0; n < processes; n += 1) {
    const port = await freePort();
    ports.push(port);
    balancer.add(urlOf(port));
    pairs.push(await start(port));
  }
  return {
    restart: async (index, findings) => {
      const [pair, port] = [pairs[index], ports[index]];
      if (pair === undefined || port === undefined) throw new Error('a process is missing');
      await Promise.all([pair.api.stop(), pair.worker.stop()]);
      for (const program of [pair.api, pair.worker]) {
        const code = await program.ended;
        if (code !== 0) findings.faults.push(`${program.name} ended with ${code}\n${program.output().slice(-2000)}`);
      }
      pairs[index] = await start(port);
    },
    logs: () => programs.map((program) => program.output()).join('\n'),
  };
}

const urlOf = (port: number): string => `http://127.0.0.1:${port}`;

type Clients = SteadyClients & {
  latencies: readonly number[];
  failures: readonly string[];
  acknowledged: ReadonlySet<string>;
};
type Load = { user: User; target: Target; perSecond: number };

function startClients(url: string, { user, target, perSecond }: Load): Clients {
  const latencies: number[] = [];
  const failures: string[] = [];
  const acknowledged = new Set<string>();
  const clients = startSteadyClients(perSecond, async (n) => {
    const startedMs = performance.now();
    const isPublished = n % publishEvery === 0;
    const content = `Request ${n}`;
    const input = isPublished ? { content, platforms: [target], publishNow: true } : { content, isDraft: true };
    const outcome = n % 2 === 0 ? await post(url, user, input) : await list(url, user);
    if (!isPublished) latencies.push(performance.now() - startedMs);
    if (outcome.id !== undefined) acknowledged.add(outcome.id);
    if (outcome.failure !== undefined) failures.push(`request ${n}: ${outcome.failure}`);
  });
  return { ...clients, latencies, failures, acknowledged };
}

type Outcome = { id?: string; failure?: string };

async function post(url: string, { key }: User, input: object): Promise<Outcome> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const { status, text } = await request(`${url}/v1/posts`, { method: 'POST', headers, body: JSON.stringify(input) });
  if (status !== 201) return { failure: `a post returned ${status} ${text}` };
  return { id: (JSON.parse(text) as { post: { _id: string } }).post._id };
}

async function list(url: string, { key }: User): Promise<Outcome> {
  const { status, text } = await request(`${url}/v1/posts?limit=5`, { headers: { authorization: `Bearer ${key}` } });
  return status === 200 ? {} : { failure: `a list returned ${status} ${text}` };
}

/** Status 0: the connection failed. */
async function request(url: string, options: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, options);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return { status: 0, text: cause instanceof Error ? cause.message : String(error) };
  }
}
