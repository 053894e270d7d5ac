import { createDatabase, type Database } from './db/client.ts';
import type { Ctx } from './domain/context.ts';
import { definedNames } from './domain/jobs/define-job.ts';
import type { RestoreGuard } from './domain/installation/guard.ts';
import { createPublishEngine } from './domain/posts/publish/publish-engine.ts';
import { createDeliveryEngine } from './domain/webhooks/delivery/delivery-engine.ts';
import { drain } from './jobs/drain.ts';
import { checkHandlers } from './jobs/handler.ts';
import { handlers } from './jobs/index.ts';
import { startJobRunner } from './jobs/job-runner.ts';
import { startSweeper } from './jobs/sweeper.ts';
import { realClock, within } from './kernel/time/clock.ts';
import { startHeartbeat, type Heartbeat } from './boot/heartbeat.ts';

export type Worker = {
  start(): void;
  /** Lets running work finish. */
  stop(): Promise<void>;
  drain(): Promise<void>;
  /** Seconds since the last one; null where no worker runs. */
  heartbeat(): number | null;
};

type Options = { world: Omit<Ctx, 'caller'>; guard: RestoreGuard; databaseUrl: string; poolSize: number };
type Stoppable = { stop(): Promise<void> };

/** Everything that happens without a request: jobs, sweeps, deliveries, and the heartbeat that vouches for them. */
export function createWorker({ world, guard, databaseUrl, poolSize }: Options): Worker {
  checkHandlers(handlers, definedNames());
  let parts: Stoppable[] = [];
  let databases: Database[] = [];
  let heartbeat: Heartbeat | undefined;

  const open = (size: number): Database => {
    const database = createDatabase({ url: databaseUrl, poolSize: size, log: world.log });
    databases.push(database);
    return database;
  };
  const startParts = (): void => {
    const database = open(poolSize);
    const deliveries = createDeliveryEngine({ ...world, db: database.db });
    const workerId = world.ids.make('worker');
    const publishing = createPublishEngine({ ...world, db: database.db }, workerId);
    const ctx = { ...world, db: database.db, deliveries, publishing };
    // A connection of its own: the pulse must not wait behind the work it vouches for.
    const pulse = startHeartbeat({ ...world, db: open(1).db }, workerId);
    heartbeat = pulse;
    parts = [
      startJobRunner({
        ctx,
        pool: database.pool,
        handlers: handlers.filter((one) => one.kind === 'job'),
        onPool: pulse.use,
      }),
      startSweeper(
        ctx,
        handlers.filter((one) => one.kind === 'sweep'),
      ),
      startPolling(ctx, { everyMs: ctx.timing.deliveryPollMs, poll: deliveries.poll }),
      startPolling(ctx, { everyMs: ctx.timing.publishPollMs, poll: publishing.poll }),
      startPolling(ctx, { everyMs: ctx.timing.epochMs, poll: () => guard.catchUp(ctx.timing.epochMs) }),
      publishing,
      deliveries,
    ];
  };
  const stopping = new AbortController();
  let starting: Promise<void> = Promise.resolve();
  return {
    start: () => {
      starting = untilReleased(world, guard, stopping.signal).then(() => {
        if (!stopping.signal.aborted) startParts();
      });
    },
    stop: async () => {
      stopping.abort();
      await starting;
      const stopped = Promise.all(parts.map((part) => part.stop())).then(() => true);
      const isDone = await within(realClock, world.timing.stopMsMax, stopped);
      if (isDone !== true) world.log.warn('work in progress is left to its leases; another worker takes it over');
      if (parts.length > 0)
        await guard.catchUp(0).catch((error: unknown) => world.log.warn({ err: error }, notAdvanced));
      await heartbeat?.stop();
      await Promise.all(databases.map((database) => database.close()));
      [parts, databases] = [[], []];
    },
    drain: async () => {
      if ((await guard.heldReason()) !== undefined) return;
      const deliveries = createDeliveryEngine(world);
      const publishing = createPublishEngine(world, world.ids.make('worker'));
      await drain({ ctx: { ...world, deliveries, publishing }, handlers, deliveries, publishing });
    },
    heartbeat: () => heartbeat?.secondsAgo() ?? null,
  };
}

const notAdvanced = 'the epoch could not be advanced';
const releasePollMs = 1000;

/** A held Herald does nothing in the background, not even sweeps: they would refresh tokens and purge rows. */
async function untilReleased(
  { clock, log }: Pick<Ctx, 'clock' | 'log'>,
  guard: RestoreGuard,
  stopping: AbortSignal,
): Promise<void> {
  const isWaiting = async (): Promise<boolean> => {
    if (stopping.aborted) return false;
    // A database that cannot be asked is asked again.
    return await guard.heldReason().then(
      (reason) => reason !== undefined,
      () => true,
    );
  };
  if (!(await isWaiting())) return;
  do await clock.sleep(releasePollMs, stopping);
  while (await isWaiting());
  if (!stopping.aborted) log.info('Herald was released: background work starts');
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
