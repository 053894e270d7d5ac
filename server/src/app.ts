import type { Config, Secrets } from './boot/config.ts';
import { createDatabase } from './db/client.ts';
import type { Ctx, Timing } from './domain/context.ts';
import type { EpochStores } from './domain/installation/epoch-copies.ts';
import type { RestoreGuard } from './domain/installation/guard.ts';
import { createRestoreGuard } from './domain/installation/restore-guard.ts';
import { dueLagSeconds } from './domain/posts/publish/publish-engine.ts';
import { closeServer } from './http/response/close-server.ts';
import { createMetrics } from './http/metrics.ts';
import { openapiDocument } from './http/openapi.ts';
import type { Route } from './http/route.ts';
import { routes as allRoutes } from './http/routes/index.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { operatorPolicy, serverPolicy, type AddressPolicy } from './kernel/outbound/address-policy.ts';
import { realClock, type Clock } from './kernel/time/clock.ts';
import { createCursors } from './kernel/cursor.ts';
import { createHttpClient, type HttpClient, type HttpClientOptions } from './kernel/outbound/http-client.ts';
import { createIds } from './kernel/ids.ts';
import type { Log } from './kernel/log.ts';
import { secureRandom, type Random } from './kernel/crypto/random.ts';
import { createSignals } from './kernel/signals.ts';
import { createSealer } from './kernel/crypto/seal.ts';
import type { SealKeys } from './kernel/crypto/seal-keys.ts';
import type { PlatformAdapter } from './platforms/adapter.ts';
import { createPlatforms, type SandboxAddress } from './platforms/platforms.ts';
import { adapters as allAdapters } from './platforms/registry.ts';
import { openImaging } from './boot/open-imaging.ts';
import { openStorage } from './boot/open-storage.ts';
import type { DiskSpace } from './storage/disk-space.ts';
import type { Storage } from './storage/storage.ts';
import { readReadiness } from './boot/readiness.ts';
import { checkTiming, realTiming } from './boot/timing.ts';
import { createWorker, type Worker } from './worker.ts';
import { createWriteGate } from './boot/write-gate.ts';

export type AppOptions = {
  config: Config;
  secrets: Secrets;
  sealKeys: SealKeys;
  databaseUrl: string;
  log: Log;
  /** Where the outside finds Herald; known once it listens. */
  baseUrl?: () => string;
  /** The sandbox inside this process, if it runs one. */
  sandbox?: () => SandboxAddress | undefined;
  adapters?: readonly PlatformAdapter[];
  /** Where media lie; in the data folder by default. */
  storage?: Storage;
  /** Keeps a copy of the epoch outside the data folder. */
  state?: Storage;
  /** Room on the database's disk, where this process can see it. */
  databaseSpace?: (() => Promise<DiskSpace>) | undefined;
  /** The process's edge and the figures that suites scale. */
  clock?: Clock;
  random?: Random;
  routes?: readonly Route[];
  timing?: Timing;
  addresses?: AddressPolicy;
  resolve?: HttpClientOptions['resolve'];
  dial?: HttpClientOptions['dial'];
};

export type App = {
  /** Everything but the caller, for operations that Herald itself begins. */
  world: Omit<Ctx, 'caller'>;
  http: HttpServer['fastify'];
  worker: Worker;
  guard: RestoreGuard;
  epochStores: EpochStores;
  /** From now on `/readyz` answers 503. */
  announceStop(): void;
  /** Does all background work that is due, for tests: no worker runs there. */
  drain(): Promise<void>;
  /** Resolves when what runs behind the answers has ended. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/** The composition root: every part is made here and handed what it needs. */
export function createApp(options: AppOptions): App {
  const { config, secrets, log, routes = allRoutes } = options;
  const database = createDatabase({ url: options.databaseUrl, poolSize: config.databasePoolSize, log });
  const trusted = createHttpClient({ policy: operatorPolicy });
  const stopping = new AbortController();
  const metrics = createMetrics(
    () => database.load(),
    () => dueLagSeconds({ db: database.db }),
  );
  const parts = { ...createWorld(options, trusted, stopping.signal), db: database.db, counts: metrics.counts };
  const epochStores = { media: parts.storage, host: options.state };
  const guard = createRestoreGuard({ ...parts, stores: epochStores });
  const world = { ...parts, guard };
  const worker = createWorker({ world, guard, databaseUrl: options.databaseUrl, poolSize: config.workerPoolSize });
  const description = openapiDocument(routes, config.publicUrl ?? '/');
  const isDraining = (): boolean => stopping.signal.aborted;
  const gate = createWriteGate({
    databaseSpace: options.databaseSpace,
    heldReason: guard.heldReason,
    clock: world.clock,
  });
  const server = createHttpServer({
    world,
    routes,
    metrics,
    service: {
      readiness: () =>
        readReadiness({
          ...{ db: database.db, storage: world.storage, clock: realClock },
          ...{ isDraining, heartbeat: worker.heartbeat, databaseDisk: gate.disk, heldReason: guard.heldReason },
        }),
      metrics: {
        token: secrets.metricsToken,
        isLocalOnly: config.env === 'production',
        contentType: metrics.contentType,
        render: () => metrics.render(),
      },
      openapi: () => description,
    },
    databaseWaiting: () => database.load().waiting,
    checkWritable: gate.check,
    trustedProxies: config.trustedProxies,
    authFailuresPerMinute: config.authFailuresPerMinute,
  });
  return {
    world,
    http: server.fastify,
    worker,
    guard,
    epochStores,
    announceStop: () => {
      stopping.abort();
      world.signals.stop();
    },
    drain: () => worker.drain(),
    settled: () => server.settled(),
    close: async () => {
      stopping.abort();
      const startedMs = performance.now();
      // Platforms fetch media from this server, and the sandbox may run on it: work in progress needs it to the end.
      await worker.stop();
      await closeServer(server.fastify, world.timing.stopMsMax - (performance.now() - startedMs));
      await server.settled();
      await Promise.all([world.http.close(), trusted.close()]);
      await database.close();
    },
  };
}

/** What operations reach besides the database. */
function createWorld(
  options: AppOptions,
  trusted: HttpClient,
  stopping: AbortSignal,
): Omit<Ctx, 'caller' | 'db' | 'guard' | 'counts'> {
  const { config, sealKeys, log, clock = realClock, random = secureRandom, timing = realTiming } = options;
  checkTiming(timing);
  const addresses =
    options.addresses ??
    serverPolicy({
      allowPrivateNetwork: config.allowPrivateNetwork === 'true',
      allowLoopback: config.env === 'development',
    });
  const http = createHttpClient({ policy: addresses, ...outboundEdge(options) });
  return {
    clock,
    ids: createIds(clock, random),
    random,
    log,
    addresses,
    http,
    storage: options.storage ?? openStorage(options),
    imaging: openImaging(config, stopping),
    platforms: createPlatforms({
      adapters: options.adapters ?? allAdapters,
      config: config.platforms,
      credentials: options.secrets.credentials,
      guarded: http,
      trusted,
      clock,
      random,
      callMs: timing.platformCallMs,
      sandbox: () => sandboxOf(options),
    }),
    site: {
      baseUrl: options.baseUrl ?? (() => config.publicUrl ?? `http://127.0.0.1:${config.port}`),
      redirectOrigins: config.redirectOrigins ?? productionOrigins(config),
      documentationUrl: config.documentationUrl ?? null,
      dashboardUrl: config.dashboardUrl ?? null,
    },
    signals: createSignals(),
    sealer: createSealer(sealKeys, random),
    cursors: createCursors(sealKeys),
    timing,
    limits: {
      requestsPerMinute: budgetsOf(config),
      allowsDuplicates: config.duplicateGuard === 'off',
      storageBytesMax: config.storageQuotaMb === undefined ? null : config.storageQuotaMb * 1_000_000,
    },
  };
}

function sandboxOf({ config, sandbox }: AppOptions): SandboxAddress | undefined {
  if (config.sandboxUrl === undefined) return sandbox?.();
  return { url: config.sandboxUrl, browserUrl: config.sandboxUrl };
}

function outboundEdge({ secrets, resolve, dial }: AppOptions): Omit<HttpClientOptions, 'policy'> {
  return {
    ...(secrets.egressProxy === undefined ? {} : { egressProxy: new URL(secrets.egressProxy) }),
    ...(resolve === undefined ? {} : { resolve }),
    ...(dial === undefined ? {} : { dial }),
  };
}

/** In production people are only sent back to places that the operator has named. */
function productionOrigins({ env, publicUrl, dashboardUrl }: Config): readonly string[] | undefined {
  if (env === 'development') return undefined;
  return [publicUrl, dashboardUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).origin]));
}

function budgetsOf(config: Config): Ctx['limits']['requestsPerMinute'] {
  return {
    free: config.budgetFree ?? null,
    starter: config.budgetStarter ?? null,
    pro: config.budgetPro ?? null,
    scale: config.budgetScale ?? null,
    'self-hosted': config.budgetSelfHosted ?? null,
  };
}
