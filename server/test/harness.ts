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
import type { PlatformAdapter } from '../src/platforms/adapter.ts';
import { adapters } from '../src/platforms/registry.ts';
import { partitionedTables } from '../src/domain/retention/partitioned-tables.ts';
import { realTiming } from '../src/boot/timing.ts';
import { createLocalDisk } from '../src/storage/local-disk.ts';
import type { DiskSpace } from '../src/storage/disk-space.ts';
import type { Storage } from '../src/storage/storage.ts';
import { checkResponse, type TestResponse } from './check-response.ts';
import { parrot } from './example/adapter/index.ts';
import { cloneTemplate, openPool, testServer } from './database.ts';
import { fileState } from './file-state.ts';
import { startTestSandbox, type TestSandbox } from './sandbox.ts';
import { testSealKeys } from './seal-keys.ts';

export type Request = { body?: unknown; headers?: Record<string, string>; payload?: string | Buffer };
export type Call = (method: Method, path: string, request?: Request) => Promise<TestResponse>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

export type TestUser = { ownerId: string; key: string; call: Call };

export type TestApp = {
  app: App;
  databaseUrl: string;
  log: string[];
  call: Call;
  as(key: string): Call;
  newUser(plan?: Plan): Promise<TestUser>;
  /** Advances the clocks of process, database and sandbox. */
  advance(ms: number): Promise<void>;
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  sandbox: TestSandbox;
};

type Options = {
  environment?: Record<string, string>;
  routes?: readonly Route[];
  clock?: 'real' | 'manual';
  /** Includes the example platform. Takes a third of a second, so use it only for accounts. */
  sandbox?: true;
  /** Replaces the example platform. */
  examples?: readonly PlatformAdapter[];
  /** Listens on HTTP, for platforms that fetch media. */
  listens?: true;
  storage?: Storage;
  state?: Storage;
  databaseSpace?: () => Promise<DiskSpace>;
  /** Creates and drops partitions by the test's clock; most tests need none. */
  partitions?: true;
};

const startAt = new Date('2026-03-02T09:00:00.000Z');

/** Database and app are removed after the test file. */
export async function startTestApp(options: Options = {}): Promise<TestApp> {
  const { environment = {}, routes = allRoutes } = options;
  const server = await testServer();
  const database = await cloneTemplate(server.url);
  const connections = openPool(database.url);
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
  // Registered first, so that nothing keeps running if the app cannot be created.
  const opened: Pick<App, 'close'>[] = [];
  after(async () => {
    for (const app of opened) await app.close();
    await sandbox?.close();
    await connections.end();
    await database.drop();
    rmSync(files, { recursive: true, force: true });
    await server.stop();
  });
  const app = createApp({
    config,
    secrets,
    sealKeys: testSealKeys,
    databaseUrl: database.url,
    log: createLog('debug', {
      write: (line) => {
        log.push(line);
        fileState.log.push(line);
      },
    }),
    clock: options.clock === 'real' ? realClock : clock,
    baseUrl: () => address,
    random: seededRandom(`test ${(fileState.apps += 1)}`),
    routes,
    storage: options.storage ?? createLocalDisk({ folder: files, clock: realClock, random: secureRandom }),
    databaseSpace: options.databaseSpace,
    ...(options.state === undefined ? {} : { state: options.state }),
    // No worker to wait or step aside for, and load must not turn responses into 503.
    timing: {
      ...realTiming,
      publishNowMs: 0,
      stepAsideMs: 0,
      eventLoopDelayMsMax: Infinity,
      partitionSweepMs: options.partitions === true ? 1 : Infinity,
    },
    adapters: sandbox === undefined ? adapters : [...adapters, ...(options.examples ?? [parrot])],
  });
  opened.push(app);
  if (options.listens === true) address = await app.http.listen({ host: '127.0.0.1', port: 0 });

  const call = (key?: string): Call => {
    return async (method, path, request = {}) => {
      const response = await inject(app, { method, path, request, key });
      checkResponse(routes, { method, path, response });
      return response;
    };
  };
  const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await connections.query<Row>(text, values)).rows;
  if (options.partitions === true) {
    // These end after the real present, so they would hold the rows of all tests.
    for (const { name } of partitionedTables) await sql(`DROP TABLE ${name}_before`);
    await app.drain();
  }
  return {
    app,
    databaseUrl: database.url,
    log,
    call: call(),
    as: (key) => call(key),
    newUser: async (plan = 'self-hosted') => {
      const { user, apiKey } = await createUser(app.systemCtx, { name: 'Test', plan });
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

async function inject(app: App, { method, path, request, key }: Injection): Promise<TestResponse> {
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
