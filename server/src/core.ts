import type { Config, Secrets } from './boot/config.ts';
import { createDatabase, type Database } from './db/client.ts';
import { createWakeUps } from './db/wake-ups.ts';
import type { Ctx, SystemCtx, Timing } from './domain/context.ts';
import type { EpochStores } from './domain/installation/epoch-copies.ts';
import type { RestoreGuard } from './domain/installation/guard.ts';
import { createRestoreGuard } from './domain/installation/restore-guard.ts';
import { dueLagSeconds, dueTargetCount } from './domain/posts/publish/publish-engine.ts';
import { openDeliveryCount } from './domain/webhooks/delivery/delivery-engine.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { createMetricsExport, type MetricsExport } from './http/metrics-export.ts';
import type { HttpServer } from './http/server.ts';
import { operatorPolicy, serverPolicy, type AddressPolicy } from './kernel/outbound/address-policy.ts';
import { realClock, type Clock } from './kernel/time/clock.ts';
import { queueDepthMax } from './http/metric-table.ts';
import type { Counts } from './kernel/counts.ts';
import { createCursors } from './kernel/cursor.ts';
import { createHttpClient, type HttpClient, type HttpClientOptions } from './kernel/outbound/http-client.ts';
import { createIds } from './kernel/ids.ts';
import type { Log } from './kernel/log.ts';
import { secureRandom, type Random } from './kernel/crypto/random.ts';
import { createRightOfWay } from './kernel/right-of-way.ts';
import { createSignals } from './kernel/signals.ts';
import { createSealer } from './kernel/crypto/seal.ts';
import type { SealKeys } from './kernel/crypto/seal-keys.ts';
import type { PlatformAdapter } from './platforms/adapter.ts';
import { createPlatforms, type SandboxAddress } from './platforms/platforms.ts';
import { adapters as allAdapters } from './platforms/registry.ts';
import { openImaging } from './boot/open-imaging.ts';
import { openStorage } from './boot/open-storage.ts';
import type { Storage } from './storage/storage.ts';
import { checkTiming, realTiming } from './boot/timing.ts';
import { createWorker, type Worker } from './worker.ts';

export type CoreOptions = {
  config: Config;
  secrets: Secrets;
  sealKeys: SealKeys;
  databaseUrl: string;
  /** Set if `databaseUrl` leads to a connection pooler. */
  directDatabaseUrl?: string;
  log: Log;
  baseUrl?: () => string;
  sandbox?: () => SandboxAddress | undefined;
  adapters?: readonly PlatformAdapter[];
  storage?: Storage;
  state?: Storage;
  /** For tests. */
  clock?: Clock;
  random?: Random;
  timing?: Timing;
  addresses?: AddressPolicy;
  resolve?: HttpClientOptions['resolve'];
  dial?: HttpClientOptions['dial'];
};

/** Only processes that listen load the HTTP API, too: `app.ts`. */
export type Core = {
  systemCtx: SystemCtx;
  worker: Worker;
  metrics: Metrics;
  metricsExport: MetricsExport;
  guard: RestoreGuard;
  epochStores: EpochStores;
  databaseLoad: Database['load'];
  announceStop(): void;
  isDraining(): boolean;
  drain(): Promise<void>;
  close(server?: Pick<HttpServer, 'close' | 'settled'>): Promise<void>;
};

export function createCore(options: CoreOptions): Core {
  const { config, log } = options;
  const urls = { url: options.databaseUrl, directUrl: options.directDatabaseUrl };
  const database = createDatabase({ ...urls, poolSize: config.databasePoolSize, log });
  const trusted = createHttpClient({ policy: operatorPolicy, connectionsMax: config.publishSlots });
  const stopping = new AbortController();
  const { db } = database;
  const metrics = createMetrics({ databaseLoad: database.load, ...queueSources({ db }) });
  const metricsExport = exportOf(options, metrics, trusted);
  const wakeUps = createWakeUps({ db, log });
  const parts = {
    ...createSystemCtx(options, { trusted, stopping: stopping.signal, counts: metrics.counts }),
    db,
    wake: wakeUps.wake,
  };
  const epochStores = { media: parts.storage, host: options.state };
  const guard = createRestoreGuard({ ...parts, stores: epochStores });
  const systemCtx = { ...parts, guard };
  wakeUps.subscribe('events', systemCtx.feedSignals.raise);
  const worker = createWorker({ systemCtx, wakeUps, guard, urls, poolSize: config.workerPoolSize });
  const announceStop = (): void => {
    stopping.abort();
    releaseWaiting(systemCtx);
  };
  return {
    ...{ systemCtx, worker, metrics, metricsExport, guard, epochStores, databaseLoad: database.load, announceStop },
    isDraining: () => stopping.signal.aborted,
    drain: () => worker.drain(),
    close: async (server) => {
      announceStop();
      const startedMs = performance.now();
      // The server closes last: platforms fetch media from it, and the sandbox may run on it.
      await worker.stop();
      await server?.close(systemCtx.timing.stopMsMax - (performance.now() - startedMs));
      await server?.settled();
      await metricsExport.stop();
      await Promise.all([systemCtx.http.close(), trusted.close()]);
      await database.close();
    },
  };
}

function exportOf({ config, secrets, log, clock = realClock }: CoreOptions, metrics: Metrics, http: HttpClient) {
  const { otlpUrl: url } = config;
  return createMetricsExport({ url, authorization: secrets.otlpAuthorization, metrics, http, clock, log });
}

function queueSources(ctx: Pick<Ctx, 'db'>) {
  return {
    dueLagSeconds: () => dueLagSeconds(ctx),
    queueDepths: async () => ({
      posts: await dueTargetCount(ctx, queueDepthMax),
      deliveries: await openDeliveryCount(ctx, queueDepthMax),
    }),
  };
}

/** Requests that wait for posts or events respond at once. */
function releaseWaiting({ signals, feedSignals }: Pick<SystemCtx, 'signals' | 'feedSignals'>): void {
  signals.stop();
  feedSignals.stop();
}

function createSystemCtx(
  options: CoreOptions,
  { trusted, stopping, counts }: { trusted: HttpClient; stopping: AbortSignal; counts: Counts },
): Omit<Ctx, 'caller' | 'db' | 'wake' | 'guard'> {
  const { config, sealKeys, log, clock = realClock, random = secureRandom, timing = realTiming } = options;
  checkTiming(timing);
  const addresses =
    options.addresses ??
    serverPolicy({
      allowPrivateNetwork: config.allowPrivateNetwork === 'true',
      allowLoopback: config.env === 'development',
    });
  const http = createHttpClient({ policy: addresses, connectionsMax: config.publishSlots, ...outboundEdge(options) });
  return {
    clock,
    ids: createIds(clock, random),
    random,
    log,
    counts,
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
      counts,
      callMs: timing.platformCallMs,
      sandbox: () => sandboxOf(options),
    }),
    site: {
      baseUrl: options.baseUrl ?? (() => config.publicUrl ?? `http://127.0.0.1:${config.port}`),
      redirectOrigins: config.redirectOrigins ?? productionOrigins(config),
      documentationUrl: config.documentationUrl ?? null,
      dashboardUrl: config.dashboardUrl ?? null,
      sandboxPagesUrl: () => (config.env === 'development' ? sandboxOf(options)?.browserUrl : undefined),
    },
    signals: createSignals(),
    feedSignals: createSignals(),
    rightOfWay: createRightOfWay({ pauseMs: timing.stepAsideMs }),
    sealer: createSealer(sealKeys, random),
    cursors: createCursors(sealKeys),
    timing,
    limits: {
      requestsPerMinute: budgetsOf(config),
      allowsDuplicates: config.duplicateGuard === 'off',
      publishSlots: config.publishSlots,
      analyticsDays: config.analyticsDays,
      storageBytesMax: config.storageQuotaMb === undefined ? null : config.storageQuotaMb * 1_000_000,
    },
  };
}

function sandboxOf({ config, sandbox }: CoreOptions): SandboxAddress | undefined {
  if (config.sandboxUrl === undefined) return sandbox?.();
  return { url: config.sandboxUrl, browserUrl: config.sandboxUrl };
}

function outboundEdge({ secrets, resolve, dial }: CoreOptions): Omit<HttpClientOptions, 'policy'> {
  return {
    ...(secrets.egressProxy === undefined ? {} : { egressProxy: new URL(secrets.egressProxy) }),
    ...(resolve === undefined ? {} : { resolve }),
    ...(dial === undefined ? {} : { dial }),
  };
}

/** In production, browsers are redirected only to origins that the operator configured. */
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
