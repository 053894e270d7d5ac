// Runs the app in its own process for the suites. Options are JSON in the first argument; events are JSON lines on
// stdout.
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
import { keyPair, startS3 } from '../src/storage/test/s3-server.ts';
import { realTiming } from '../src/boot/timing.ts';
import { parrot } from './example/adapter/index.ts';
import { createFailpoint, type Failpoint } from './failpoints.ts';
import { measuredSpace } from './measured-space.ts';
import { startTestSandbox } from './sandbox.ts';
import { testSealKeys } from './seal-keys.ts';
import { ticketRoute } from './ticket-route.ts';
import { writeUploadFiles } from './data/upload-files.ts';

type Options = {
  role: 'engine' | 'api' | 'worker' | 'client' | 'sandbox' | 's3' | 'files';
  /** For PostgreSQL, for media, or for the upload files. */
  folder?: string;
  databaseUrl?: string;
  /** PostgreSQL itself, if `databaseUrl` leads to a pooler. */
  directDatabaseUrl?: string;
  timing?: Partial<Timing>;
  /** Allowed ports on 127.0.0.1. */
  admitted?: number[];
  users?: number;
  /** Boots, and starts to work when a line arrives on stdin. */
  isSpare?: boolean;
  dnsPort?: number;
  sandboxUrl?: string;
  redirectOrigins?: string;
  /** Whether the example platform is left out, which the API description does not name. */
  isWithoutExamples?: boolean;
  /** A JSON file that stands for the free space of the disks. */
  spaceFile?: string;
  /** Further settings. */
  environment?: Record<string, string>;
  /** Error of the host's clock; later lines on stdin change it. */
  clockShiftMs?: number;
  /** Enables the restore guard, which keeps a copy of the epoch here. */
  stateFolder?: string;
  /** A line on stdin names what halts there. */
  failpoint?: Failpoint;
};

class RolledBack extends Error {}

const publicUrl = 'https://herald.example';

const options = JSON.parse(process.argv[2] ?? '{}') as Options;
const report = (event: string, facts: object = {}): void =>
  void process.stdout.write(`${JSON.stringify({ event, ...facts })}\n`);
const log = createLog('warn');
const stopped = new Promise<void>((resolve) => process.once('SIGTERM', resolve));
const lines = createInterface({ input: process.stdin });
let clockShiftMs = options.clockShiftMs ?? 0;
const failpoint = options.failpoint === undefined ? undefined : createFailpoint(options.failpoint, report);

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
  case 's3':
    await runS3();
    break;
  case 'files':
    report('ready', { files: await writeUploadFiles(options.folder ?? '') });
    await stopped;
    break;
}
process.exit(0);

/** Fully durable PostgreSQL, which Herald restarts when a suite kills it. */
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
  report('ready', { url: engine.url });
  await stopped;
  await engine.stop();
}

async function runApi(): Promise<void> {
  const app = openApp();
  await startGuard(app);
  const users = [];
  for (let n = 0; n < (options.users ?? 1); n += 1) {
    const { user, apiKey } = await createUser(app.systemCtx, { name: `Suite ${n}`, plan: 'self-hosted' });
    users.push({ ownerId: user.id, key: apiKey.key });
  }
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const address = app.http.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  if (failpoint !== undefined) lines.on('line', (line) => failpoint.aim(JSON.parse(line) as string[]));
  report('ready', { baseUrl: `http://127.0.0.1:${port}`, users });
  await stopped;
  await app.close();
}

async function runWorker(): Promise<void> {
  const app = openApp();
  await startGuard(app);
  report('ready');
  if (options.isSpare === true) {
    const line = new Promise<string>((resolve) => lines.once('line', resolve));
    const word = await Promise.race([stopped, line]);
    if (word !== undefined && failpoint !== undefined) failpoint.aim(JSON.parse(word) as string[]);
  }
  if (options.clockShiftMs !== undefined) lines.on('line', (line) => (clockShiftMs = Number(line)));
  reportWorkerId(app);
  app.worker.start();
  report('working');
  await stopped;
  await app.close();
}

async function startGuard({ guard }: App): Promise<void> {
  if (options.stateFolder !== undefined) await guard.start();
}

/** Reports the worker's ID, so that a suite knows what a killed worker had claimed. */
function reportWorkerId({ systemCtx }: App): void {
  const { ids } = systemCtx;
  systemCtx.ids = {
    ...ids,
    make: (kind) => {
      const id = ids.make(kind);
      if (kind === 'worker') report('named', { workerId: id });
      return id;
    },
  };
}

/** In its own process, so that it survives kills; in real time and in memory. A line on stdin is Herald's URL. */
async function runSandbox(): Promise<void> {
  const origins = [publicUrl];
  lines.on('line', (origin) => origins.unshift(origin));
  const sandbox = await startTestSandbox({ heraldOrigins: () => origins, clock: 'real' });
  report('ready', { url: sandbox.url });
  await stopped;
  await sandbox.close();
}

/** An S3 server with an empty bucket, for installations that keep media there. */
async function runS3(): Promise<void> {
  const bucket = 'media';
  const server = await startS3(bucket);
  report('ready', { endpoint: server.endpoint, bucket, ...keyPair });
  await stopped;
  await server.close();
}

async function runClient(): Promise<void> {
  const app = openApp();
  report('ready');
  lines.on('line', (line) => void execute(app, JSON.parse(line) as Command));
  await stopped;
  await app.close();
}

type Command =
  | { id: number; fetch: Pick<OutboundRequest, 'url' | 'redirectsMax' | 'allowPublicHttp'> }
  | { id: number; judge: { host: string; port: number; isPlain: boolean }[] }
  | { id: number; expand: { timezone: string; slots: Slot[]; from: number; until: number } };

async function execute(app: App, command: Command): Promise<void> {
  if ('judge' in command) {
    report('judged', {
      id: command.id,
      refusals: command.judge.map((hostPort) => app.systemCtx.addresses.judge(hostPort) ?? null),
    });
    return;
  }
  if ('expand' in command) {
    const { from, until, ...schedule } = command.expand;
    const instants = expandSlots(schedule, { from: new Date(from), until: new Date(until) });
    report('expanded', { id: command.id, instants: [...instants].map((instant) => instant.getTime()) });
    return;
  }
  const limits = { timeoutMs: 2000, connectTimeoutMs: 1000, responseBytesMax: 64_000, overlong: 'cut' } as const;
  try {
    const { status, url } = await app.systemCtx.http.safeFetch({ method: 'GET', ...limits, ...command.fetch });
    report('answered', { id: command.id, status, url });
  } catch (error) {
    report('answered', { id: command.id, fault: error instanceof OutboundFault ? error.kind : String(error) });
  }
}

function openApp(): App {
  const { config, secrets } = readConfig({
    HERALD_ENV: 'production',
    HERALD_PUBLIC_URL: publicUrl,
    HERALD_TOKEN_KEYS: `test:${testSealKeys[0].secret.toString('base64')}`,
    // A worker that halts in a transaction keeps its connection.
    ...(options.failpoint === undefined ? {} : { HERALD_WORKER_POOL_SIZE: '30' }),
    ...(options.folder === undefined ? {} : { HERALD_DATA_DIR: options.folder }),
    ...(options.sandboxUrl === undefined ? {} : { HERALD_SANDBOX_URL: options.sandboxUrl }),
    ...(options.redirectOrigins === undefined ? {} : { HERALD_REDIRECT_ORIGINS: options.redirectOrigins }),
    ...options.environment,
  });
  const app: AppOptions = {
    config,
    secrets,
    sealKeys: secrets.tokenKeys ?? testSealKeys,
    databaseUrl: options.databaseUrl ?? 'postgres://127.0.0.1:1/none',
    ...(options.directDatabaseUrl === undefined ? {} : { directDatabaseUrl: options.directDatabaseUrl }),
    log,
    routes: [...routes, emitRoute(), openRoute(), ticketRoute()],
    adapters: [...adapters, ...(options.isWithoutExamples === true ? [] : [parrot])].map(
      (one) => failpoint?.around(one) ?? one,
    ),
    timing: { ...realTiming, ...options.timing },
    addresses: cidrPolicy([{ cidr: '127.0.0.1/32', ports: options.admitted ?? [] }]),
    dial: dialLoopbackOnly,
    clock: { ...realClock, now: () => new Date(Date.now() + clockShiftMs) },
    ...(options.spaceFile === undefined ? {} : measuredSpace(options.spaceFile, { config, secrets })),
    ...(options.stateFolder === undefined ? {} : { state: openState({ stateDir: options.stateFolder }) }),
    ...(options.dnsPort === undefined ? {} : { resolve: resolveAt(options.dnsPort) }),
  };
  return createApp(app);
}

/** Only loopback is dialed: the suite sees what the guard allows, and nothing else is contacted. */
async function dialLoopbackOnly(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  // The system would resolve a name that begins like a loopback address.
  if (host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))) return dialTcp(host, port, signal);
  report('dialled', { host, port });
  throw Object.assign(new Error('not dialled'), { code: 'ECONNREFUSED' });
}

function resolveAt(port: number): (host: string) => Promise<string[]> {
  const resolver = new Resolver({ timeout: 1000, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = [four, six].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (addresses.length === 0) throw new Error(`${host} has no address`);
    return addresses;
  };
}

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

/** Some transactions are rolled back. */
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
      /** 0 rolls back none. */
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
