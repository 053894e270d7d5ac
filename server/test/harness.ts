import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { InjectOptions } from 'fastify';
import { createApp, type App } from '../src/app.ts';
import { readConfig } from '../src/boot/config.ts';
import type { Plan } from '../src/db/rows.ts';
import { createUser } from '../src/domain/users/create-user.ts';
import { routes as allRoutes } from '../src/http/routes/index.ts';
import type { Route } from '../src/http/route.ts';
import { manualClock, realClock } from '../src/kernel/time/clock.ts';
import { createLog } from '../src/kernel/log.ts';
import { secureRandom, seededRandom } from '../src/kernel/crypto/random.ts';
import { adapters } from '../src/platforms/registry.ts';
import { realTiming } from '../src/boot/timing.ts';
import { createLocalDisk } from '../src/storage/local-disk.ts';
import type { DiskSpace } from '../src/storage/disk-space.ts';
import type { Storage } from '../src/storage/storage.ts';
import { checkAnswer, type Answer } from './check-answer.ts';
import { parrot } from './example/adapter/index.ts';
import { cloneTemplate, onServer, testServer } from './database.ts';
import { startTestSandbox, type TestSandbox } from './sandbox.ts';
import { testSealKeys } from './seal-keys.ts';

export type Request = { body?: unknown; headers?: Record<string, string>; payload?: string | Buffer };
export type Call = (method: Method, path: string, request?: Request) => Promise<Answer>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

export type TestUser = { ownerId: string; key: string; call: Call };

export type TestApp = {
  app: App;
  databaseUrl: string;
  log: string[];
  /** A request without a key. */
  call: Call;
  as(key: string): Call;
  newUser(plan?: Plan): Promise<TestUser>;
  /** Moves the clock of the process and of the database. */
  advance(ms: number): Promise<void>;
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  sandbox: TestSandbox;
};

type Options = {
  environment?: Record<string, string>;
  routes?: readonly Route[];
  clock?: 'real' | 'manual';
  /** With the example network. Costs a third of a second, so only where accounts are wanted. */
  sandbox?: true;
  /** Reachable over HTTP too, for networks that fetch media. */
  listens?: true;
  /** A folder of its own by default. */
  storage?: Storage;
  /** Keeps a copy of the epoch. */
  state?: Storage;
  /** Room on the database's disk. */
  databaseSpace?: () => Promise<DiskSpace>;
};

const startAt = new Date('2026-03-02T09:00:00.000Z');
let seed = 0;

/** The real app on a database of its own; both end with the test file. */
export async function startTestApp(options: Options = {}): Promise<TestApp> {
  const { environment = {}, routes = allRoutes } = options;
  const server = await testServer();
  const database = await cloneTemplate(server.url);
  let address = environment['HERALD_PUBLIC_URL'] ?? 'http://127.0.0.1:4010';
  const origins = (): string[] => [address];
  const sandbox =
    options.sandbox === undefined ? undefined : await startTestSandbox({ heraldOrigins: origins, clock: startAt });
  const { config, secrets } = readConfig({
    ...(sandbox === undefined ? {} : { HERALD_SANDBOX_URL: sandbox.url }),
    ...environment,
  });
  const clock = manualClock(startAt);
  const log: string[] = [];
  const files = mkdtempSync(join(tmpdir(), 'herald-media-'));
  // Registered before the app exists, so that nothing keeps running when it cannot be made.
  const opened: Pick<App, 'close'>[] = [];
  after(async () => {
    for (const app of opened) await app.close();
    await sandbox?.close();
    await database.drop();
    rmSync(files, { recursive: true, force: true });
    await server.stop();
  });
  const app = createApp({
    config,
    secrets,
    sealKeys: testSealKeys,
    databaseUrl: database.url,
    log: createLog('debug', { write: (line) => void log.push(line) }),
    clock: options.clock === 'real' ? realClock : clock,
    baseUrl: () => address,
    random: seededRandom(`test ${(seed += 1)}`),
    routes,
    storage: options.storage ?? createLocalDisk({ folder: files, clock: realClock, random: secureRandom }),
    databaseSpace: options.databaseSpace,
    ...(options.state === undefined ? {} : { state: options.state }),
    // No worker runs beside a test: nothing would come of waiting.
    timing: { ...realTiming, publishNowMs: 0 },
    adapters: sandbox === undefined ? adapters : [...adapters, parrot],
  });
  opened.push(app);
  if (options.listens === true) address = await app.http.listen({ host: '127.0.0.1', port: 0 });

  const call = (key?: string): Call => {
    return async (method, path, request = {}) => {
      const answer = await inject(app, { method, path, request, key });
      checkAnswer(routes, { method, path, answer });
      return answer;
    };
  };
  const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    onServer(database.url, async (client) => (await client.query<Row>(text, values)).rows);
  return {
    app,
    databaseUrl: database.url,
    log,
    call: call(),
    as: (key) => call(key),
    newUser: async (plan = 'self-hosted') => {
      const { user, apiKey } = await createUser(app.world, { name: 'Test', plan });
      return { ownerId: user.id, key: apiKey.key, call: call(apiKey.key) };
    },
    advance: async (ms) => {
      clock.advance(ms);
      await sandbox?.advance(ms);
      await sql('UPDATE test_clock SET at = $1', [clock.now()]);
    },
    sql,
    get sandbox() {
      if (sandbox === undefined) throw new Error('this test app was started without a sandbox');
      return sandbox;
    },
  };
}

type Injection = { method: Method; path: string; request: Request; key: string | undefined };

async function inject(app: App, { method, path, request, key }: Injection): Promise<Answer> {
  const options: InjectOptions = {
    method,
    url: path,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
  };
  const payload = request.payload ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const response = await app.http.inject(payload === undefined ? options : { ...options, payload });
  const isJson = String(response.headers['content-type']).includes('json') && response.payload !== '';
  return {
    status: response.statusCode,
    body: isJson ? response.json() : undefined,
    headers: response.headers,
    text: response.payload,
  };
}
