import type { Config, Secrets } from './config.ts';
import { createDatabase } from './db/client.ts';
import type { Ctx } from './domain/context.ts';
import { closeServer } from './http/close-server.ts';
import { createMetrics } from './http/metrics.ts';
import { openapiDocument } from './http/openapi.ts';
import type { Route } from './http/route.ts';
import { routes as allRoutes } from './http/routes/index.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { realClock, type Clock } from './kernel/clock.ts';
import { createIds } from './kernel/ids.ts';
import type { Log } from './kernel/log.ts';
import { secureRandom, type Random } from './kernel/random.ts';
import { readReadiness } from './readiness.ts';

type AppOptions = {
  config: Config;
  secrets: Secrets;
  databaseUrl: string;
  log: Log;
  /** The process's edge, replaced by tests only. */
  clock?: Clock;
  random?: Random;
  routes?: readonly Route[];
};

export type App = {
  /** Everything but the caller, for operations that Herald itself begins. */
  world: Omit<Ctx, 'caller'>;
  http: HttpServer['fastify'];
  /** From now on `/readyz` answers 503. */
  drain(): void;
  /** Resolves when what runs behind the answers has ended. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/** The composition root: every part is made here and handed what it needs. */
export function createApp(options: AppOptions): App {
  const { config, secrets, log, clock = realClock, random = secureRandom, routes = allRoutes } = options;
  const database = createDatabase({ url: options.databaseUrl, poolSize: config.databasePoolSize, log });
  const world = {
    db: database.db,
    clock,
    ids: createIds(clock, random),
    random,
    log,
    limits: {
      requestsPerMinute: {
        free: config.budgetFree ?? null,
        starter: config.budgetStarter ?? null,
        pro: config.budgetPro ?? null,
        scale: config.budgetScale ?? null,
        'self-hosted': config.budgetSelfHosted ?? null,
      },
    },
  };
  let isDraining = false;
  const metrics = createMetrics(() => database.load());
  const description = openapiDocument(routes, config.publicUrl ?? '/');
  const server = createHttpServer({
    world,
    routes,
    metrics,
    service: {
      readiness: () => readReadiness({ db: database.db, clock: realClock, isDraining: () => isDraining }),
      metrics: { token: secrets.metricsToken, contentType: metrics.contentType, render: () => metrics.render() },
      openapi: () => description,
    },
    databaseWaiting: () => database.load().waiting,
    trustedProxies: config.trustedProxies,
    authFailuresPerMinute: config.authFailuresPerMinute,
  });
  return {
    world,
    http: server.fastify,
    drain: () => {
      isDraining = true;
    },
    settled: () => server.settled(),
    close: async () => {
      await closeServer(server.fastify);
      await server.settled();
      await database.close();
    },
  };
}
