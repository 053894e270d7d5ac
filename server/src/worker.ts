import { createDatabase, type Database } from './db/client.ts';
import type { Ctx } from './domain/context.ts';
import { definedNames } from './domain/jobs/define-job.ts';
import { createPublishEngine } from './domain/posts/publish/publish-engine.ts';
import { createDeliveryEngine } from './domain/webhooks/delivery-engine.ts';
import { drain } from './jobs/drain.ts';
import { checkHandlers } from './jobs/handler.ts';
import { handlers } from './jobs/index.ts';
import { startJobRunner } from './jobs/job-runner.ts';
import { startSweeper } from './jobs/sweeper.ts';
import { realClock, within } from './kernel/clock.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';

export type Worker = {
  start(): void;
  /** Lets running work finish. */
  stop(): Promise<void>;
  drain(): Promise<void>;
  /** Seconds since the last one; null where no worker runs. */
  heartbeat(): number | null;
};

type Options = { world: Omit<Ctx, 'caller'>; databaseUrl: string; poolSize: number };
type Stoppable = { stop(): Promise<void> };

/** Everything that happens without a request: jobs, sweeps, deliveries, and the heartbeat that vouches for them. */
export function createWorker({ world, databaseUrl, poolSize }: Options): Worker {
  checkHandlers(handlers, definedNames());
  let parts: Stoppable[] = [];
  let databases: Database[] = [];
  let pulse: Heartbeat | undefined;

  const open = (size: number): Database => {
    const database = createDatabase({ url: databaseUrl, poolSize: size, log: world.log });
    databases.push(database);
    return database;
  };
  return {
    start: () => {
      const database = open(poolSize);
      const deliveries = createDeliveryEngine({ ...world, db: database.db });
      const workerId = world.ids.make('worker');
      const publishing = createPublishEngine({ ...world, db: database.db }, workerId);
      const ctx = { ...world, db: database.db, deliveries, publishing };
      // A connection of its own: the pulse must not wait behind the work it vouches for.
      const beating = startHeartbeat({ ...world, db: open(1).db }, workerId);
      pulse = beating;
      parts = [
        startJobRunner({
          ctx,
          pool: database.pool,
          handlers: handlers.filter((one) => one.kind === 'job'),
          onPool: beating.use,
        }),
        startSweeper(
          ctx,
          handlers.filter((one) => one.kind === 'sweep'),
        ),
        startPolling(ctx, { everyMs: ctx.timing.deliveryPollMs, poll: deliveries.poll }),
        startPolling(ctx, { everyMs: ctx.timing.publishPollMs, poll: publishing.poll }),
        publishing,
        deliveries,
      ];
    },
    stop: async () => {
      const stopped = Promise.all(parts.map((part) => part.stop())).then(() => true);
      const isDone = await within(realClock, world.timing.stopMsMax, stopped);
      if (isDone !== true) world.log.warn('work in progress is left to its leases; another worker takes it over');
      await pulse?.stop();
      await Promise.all(databases.map((database) => database.close()));
      [parts, databases] = [[], []];
    },
    drain: async () => {
      const deliveries = createDeliveryEngine(world);
      const publishing = createPublishEngine(world, world.ids.make('worker'));
      await drain({ ctx: { ...world, deliveries, publishing }, handlers, deliveries, publishing });
    },
    heartbeat: () => pulse?.secondsAgo() ?? null,
  };
}

/** Finds what no job announces: retries whose time has come, and wake-ups that were lost. */
function startPolling(
  ctx: Omit<Ctx, 'caller'>,
  { everyMs, poll }: { everyMs: number; poll(): Promise<unknown> },
): Stoppable {
  const stopping = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await poll().catch((error: unknown) => ctx.log.warn({ err: error }, 'what is due could not be read'));
      await ctx.clock.sleep(everyMs, stopping.signal);
    }
  };
  const ended = loop();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
