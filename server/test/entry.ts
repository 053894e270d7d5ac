// The suites' start: the real app in a process of its own, with scaled waits, admitted loopback ports and events on
// request. Options come as JSON in the first argument; what happens is told as JSON lines on standard output.
import { Resolver } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Type } from 'typebox';
import { createApp, type App, type AppOptions } from '../src/app.ts';
import { readConfig } from '../src/boot/config.ts';
import { inTransaction } from '../src/db/transaction.ts';
import { migrate } from '../src/db/migrate.ts';
import type { Timing } from '../src/domain/context.ts';
import { emit, emitTo, type Emission } from '../src/domain/events/emit.ts';
import { openAccount } from '../src/domain/accounts/tokens/open-account.ts';
import { expandSlots, type Slot } from '../src/domain/queues/slots.ts';
import { createUser } from '../src/domain/users/create-user.ts';
import { startEngine } from '../src/embedded/engine.ts';
import { jsonRoute } from '../src/http/route.ts';
import { routes } from '../src/http/routes/index.ts';
import { cidrPolicy } from '../src/kernel/outbound/address-policy.ts';
import { realClock } from '../src/kernel/time/clock.ts';
import { OutboundFault, type OutboundRequest } from '../src/kernel/outbound/http-client.ts';
import { createLog } from '../src/kernel/log.ts';
import { dialTcp } from '../src/kernel/outbound/dial.ts';
import { secureRandom } from '../src/kernel/crypto/random.ts';
import { checkout } from '../src/boot/open-database.ts';
import { openState } from '../src/boot/open-state.ts';
import { adapters } from '../src/platforms/registry.ts';
import { realTiming } from '../src/boot/timing.ts';
import { parrot } from './example/adapter/index.ts';
import { createFailpoint, type Failpoint } from './failpoints.ts';
import { startTestSandbox } from './sandbox.ts';
import { testSealKeys } from './seal-keys.ts';
import { ticketRoute } from './ticket-route.ts';
import { writeUploadFiles } from './upload-files.ts';

type Options = {
  role: 'engine' | 'api' | 'worker' | 'client' | 'sandbox' | 'files';
  /** Of the engine, of the media, or where the files for uploads are written to. */
  folder?: string;
  databaseUrl?: string;
  timing?: Partial<Timing>;
  /** Ports on 127.0.0.1 that may be called. */
  admitted?: number[];
  users?: number;
  /** A spare: boots, and begins to work when a line comes in; with a failpoint it says what it is meant for. */
  isSpare?: boolean;
  dnsPort?: number;
  sandboxUrl?: string;
  redirectOrigins?: string;
  /** Its host's clock is wrong by so much; later lines on standard input change it. */
  clockShiftMs?: number;
  /** With it the restore guard is on, and keeps a copy of the epoch there. */
  stateFolder?: string;
  /** Where a worker halts. */
  failpoint?: Failpoint;
};

class RolledBack extends Error {}

const publicUrl = 'https://herald.example';

const options = JSON.parse(process.argv[2] ?? '{}') as Options;
const say = (event: string, facts: object = {}): void =>
  void process.stdout.write(`${JSON.stringify({ event, ...facts })}\n`);
const log = createLog('warn');
const stopped = new Promise<void>((resolve) => process.once('SIGTERM', resolve));
const lines = createInterface({ input: process.stdin });
let clockShiftMs = options.clockShiftMs ?? 0;
const failpoint = options.failpoint === undefined ? undefined : createFailpoint(options.failpoint, say);

switch (options.role) {
  case 'engine':
    await runEngine();
    break;
  case 'api':
    await runApi();
    break;
  case 'worker':
    await runWorker();
    break;
  case 'client':
    await runClient();
    break;
  case 'sandbox':
    await runSandbox();
    break;
  case 'files':
    say('ready', { files: await writeUploadFiles(options.folder ?? '') });
    await stopped;
    break;
}
process.exit(0);

/** PostgreSQL with all its durability; restarted by our own code when a suite kills it. */
async function runEngine(): Promise<void> {
  const engine = await startEngine({
    dataDir: options.folder ?? '',
    databaseUser: undefined,
    checkout,
    holderName: 'suites',
    clock: realClock,
    random: secureRandom,
    log,
    settings: ['max_connections=300'],
  });
  await migrate(engine.url, realClock);
  say('ready', { url: engine.url });
  await stopped;
  await engine.stop();
}

async function runApi(): Promise<void> {
  const app = openApp();
  await startGuard(app);
  const users = [];
  for (let n = 0; n < (options.users ?? 1); n += 1) {
    const { user, apiKey } = await createUser(app.world, { name: `Suite ${n}`, plan: 'self-hosted' });
    users.push({ ownerId: user.id, key: apiKey.key });
  }
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const address = app.http.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  say('ready', { baseUrl: `http://127.0.0.1:${port}`, users });
  await stopped;
  await app.close();
}

async function runWorker(): Promise<void> {
  const app = openApp();
  await startGuard(app);
  say('ready');
  if (options.isSpare === true) {
    const line = new Promise<string>((resolve) => lines.once('line', resolve));
    const word = await Promise.race([stopped, line]);
    if (word !== undefined && failpoint !== undefined) failpoint.aim(JSON.parse(word) as string[]);
  }
  if (options.clockShiftMs !== undefined) lines.on('line', (line) => (clockShiftMs = Number(line)));
  tellWorkerId(app);
  app.worker.start();
  say('working');
  await stopped;
  await app.close();
}

async function startGuard({ guard }: App): Promise<void> {
  if (options.stateFolder !== undefined) await guard.start();
}

/** Under which name the worker claims, so that a runner knows what a killed one held. */
function tellWorkerId({ world }: App): void {
  const { ids } = world;
  world.ids = {
    ...ids,
    make: (kind) => {
      const id = ids.make(kind);
      if (kind === 'worker') say('named', { workerId: id });
      return id;
    },
  };
}

/** A process of its own, so that it outlives every kill; real time, nothing kept on disk. A line names Herald's address. */
async function runSandbox(): Promise<void> {
  const origins = [publicUrl];
  lines.on('line', (origin) => origins.unshift(origin));
  const sandbox = await startTestSandbox({ heraldOrigins: () => origins, clock: 'real' });
  say('ready', { url: sandbox.url });
  await stopped;
  await sandbox.close();
}

/** Calls what it is told to and answers what came of it, one line each. */
async function runClient(): Promise<void> {
  const app = openApp();
  say('ready');
  lines.on('line', (line) => void answer(app, JSON.parse(line) as Command));
  await stopped;
  await app.close();
}

type Command =
  | { id: number; fetch: Pick<OutboundRequest, 'url' | 'redirectsMax' | 'allowPublicHttp'> }
  | { id: number; judge: { host: string; port: number; isPlain: boolean }[] }
  | { id: number; expand: { timezone: string; slots: Slot[]; from: number; until: number } };

async function answer(app: App, command: Command): Promise<void> {
  if ('judge' in command) {
    say('judged', { id: command.id, refusals: command.judge.map((place) => app.world.addresses.judge(place) ?? null) });
    return;
  }
  if ('expand' in command) {
    const { from, until, ...schedule } = command.expand;
    const instants = expandSlots(schedule, { from: new Date(from), until: new Date(until) });
    say('expanded', { id: command.id, instants: [...instants].map((instant) => instant.getTime()) });
    return;
  }
  const limits = { timeoutMs: 2000, connectTimeoutMs: 1000, responseBytesMax: 64_000, overlong: 'cut' } as const;
  try {
    const { status, url } = await app.world.http.safeFetch({ method: 'GET', ...limits, ...command.fetch });
    say('answered', { id: command.id, status, url });
  } catch (error) {
    say('answered', { id: command.id, fault: error instanceof OutboundFault ? error.kind : String(error) });
  }
}

function openApp(): App {
  const { config, secrets } = readConfig({
    HERALD_ENV: 'production',
    HERALD_PUBLIC_URL: publicUrl,
    HERALD_TOKEN_KEYS: `test:${testSealKeys[0].secret.toString('base64')}`,
    // Whoever halts in a transaction keeps its connection.
    ...(options.failpoint === undefined ? {} : { HERALD_WORKER_POOL_SIZE: '30' }),
    ...(options.folder === undefined ? {} : { HERALD_DATA_DIR: options.folder }),
    ...(options.sandboxUrl === undefined ? {} : { HERALD_SANDBOX_URL: options.sandboxUrl }),
    ...(options.redirectOrigins === undefined ? {} : { HERALD_REDIRECT_ORIGINS: options.redirectOrigins }),
  });
  const app: AppOptions = {
    config,
    secrets,
    sealKeys: testSealKeys,
    databaseUrl: options.databaseUrl ?? 'postgres://127.0.0.1:1/none',
    log,
    routes: [...routes, emitRoute(), openRoute(), ticketRoute()],
    adapters: [...adapters, parrot].map((one) => failpoint?.around(one) ?? one),
    timing: { ...realTiming, ...options.timing },
    addresses: cidrPolicy([{ cidr: '127.0.0.1/32', ports: options.admitted ?? [] }]),
    dial: dialLoopbackOnly,
    clock: { ...realClock, now: () => new Date(Date.now() + clockShiftMs) },
    ...(options.stateFolder === undefined ? {} : { state: openState({ stateDir: options.stateFolder }) }),
    ...(options.dnsPort === undefined ? {} : { resolve: resolveAt(options.dnsPort) }),
  };
  return createApp(app);
}

/** Any other address is noted instead of dialled: what the guard lets through is seen, and nobody is bothered. */
async function dialLoopbackOnly(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  // A name that begins like loopback would be resolved by the system.
  if (host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))) return dialTcp(host, port, signal);
  say('dialled', { host, port });
  throw Object.assign(new Error('not dialled'), { code: 'ECONNREFUSED' });
}

function resolveAt(port: number): (host: string) => Promise<string[]> {
  const resolver = new Resolver({ timeout: 1000, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [four, six].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (found.length === 0) throw new Error(`${host} has no address`);
    return found;
  };
}

/** Opens an account as whoever is about to use it does. */
function openRoute() {
  return jsonRoute({
    method: 'POST',
    path: '/v1/suite/accounts/{accountId}/open',
    operation: 'open suite account',
    tag: 'Suites',
    access: 'write',
    unknownKeys: 'ignore',
    success: 200,
    response: Type.Object({ kind: Type.String(), token: Type.String() }),
    errors: ['accountNotFound'],
    handle: async (ctx, { params }) => {
      const opened = await openAccount(ctx, params.accountId);
      return {
        kind: opened.kind,
        token: opened.kind === 'open' ? (opened.call.account.tokens?.accessToken ?? '') : '',
      };
    },
  });
}

/** Emits events as operations do, each in a transaction of its own, some of which are rolled back. */
function emitRoute() {
  return jsonRoute({
    method: 'POST',
    path: '/v1/suite/events',
    operation: 'emit suite events',
    tag: 'Suites',
    access: 'write',
    unknownKeys: 'ignore',
    body: Type.Object({
      type: Type.String(),
      data: Type.Array(Type.Record(Type.String(), Type.Unknown())),
      /** Every so many is rolled back; 0 is none. */
      rollBackEvery: Type.Integer(),
      webhookId: Type.Optional(Type.String()),
    }),
    success: 200,
    response: Type.Object({ emitted: Type.Array(Type.Integer()), rolledBack: Type.Array(Type.Integer()) }),
    errors: [],
    handle: async (ctx, { body }) => {
      const [emitted, rolledBack]: [number[], number[]] = [[], []];
      for (const [index, data] of body.data.entries()) {
        const isRolledBack = body.rollBackEvery > 0 && index % body.rollBackEvery === body.rollBackEvery - 1;
        const emission = { type: body.type, resourceId: `suite-${index}`, data: { profileIds: [], ...data } };
        const work = inTransaction(ctx, async (ctx) => {
          if (body.webhookId === undefined) await emit(ctx, emission as unknown as Emission);
          else await emitTo(ctx, body.webhookId, emission as unknown as Emission);
          if (isRolledBack) throw new RolledBack();
        });
        await work.catch((error: unknown) => {
          if (!(error instanceof RolledBack)) throw error;
        });
        (isRolledBack ? rolledBack : emitted).push(index);
      }
      return { emitted, rolledBack };
    },
  });
}
