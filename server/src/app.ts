import { readReadiness } from './boot/readiness.ts';
import { createWriteGate } from './boot/write-gate.ts';
import { createCore, type Core, type CoreOptions } from './core.ts';
import type { SystemCtx } from './domain/context.ts';
import { openapiDocument } from './http/openapi.ts';
import type { Welcome } from './http/pages/welcome-page.ts';
import type { Route } from './http/route.ts';
import { routes as allRoutes } from './http/routes/index.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { realClock } from './kernel/time/clock.ts';
import type { DiskSpace } from './storage/disk-space.ts';

export type AppOptions = CoreOptions & {
  /** Undefined if this process cannot see the database's disk. */
  databaseSpace?: (() => Promise<DiskSpace>) | undefined;
  /** For tests. */
  routes?: readonly Route[];
};

export type App = Omit<Core, 'close'> & {
  http: HttpServer['fastify'];
  /** Resolves when work that outlives its response has ended. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

export function createApp(options: AppOptions): App {
  const { config, secrets, databaseSpace, routes = allRoutes } = options;
  const core = createCore(options);
  const { systemCtx, worker, guard, isDraining } = core;
  const { db, storage, clock } = systemCtx;
  const gate = createWriteGate({ databaseSpace, heldReason: guard.heldReason, clock });
  let description: ReturnType<typeof openapiDocument> | undefined;
  const server = createHttpServer({
    systemCtx,
    routes,
    service: {
      readiness: () =>
        readReadiness({
          ...{ db, storage, clock: realClock },
          ...{ isDraining, heartbeat: worker.heartbeat, databaseDisk: gate.disk, heldReason: guard.heldReason },
        }),
      metrics: { token: secrets.metricsToken, isLocalOnly: config.env === 'production', ...core.metrics },
      openapi: () => (description ??= openapiDocument(routes, config.publicUrl ?? '/')),
      welcome: () => welcomeOf(systemCtx),
    },
    databaseWaiting: () => core.databaseLoad().waiting,
    checkWritable: gate.check,
    trustedProxies: config.trustedProxies,
    authFailuresPerMinute: config.authFailuresPerMinute,
  });
  return { ...core, http: server.fastify, settled: () => server.settled(), close: () => core.close(server) };
}

function welcomeOf({ platforms, site }: Pick<SystemCtx, 'platforms' | 'site'>): Welcome {
  const known = platforms.list().map(({ adapter: { name, label } }) => ({ name, label }));
  return { sandboxUrl: site.sandboxPagesUrl(), platforms: known };
}
