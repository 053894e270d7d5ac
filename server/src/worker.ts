import { createDatabase, type Database, type DatabaseUrls } from './db/client.ts';
import type { WakeUps } from './db/wake-ups.ts';
import type { Ctx, SystemCtx } from './domain/context.ts';
import type { RestoreGuard } from './domain/installation/guard.ts';
import { createAutomationEngine } from './domain/automation-replies/automation-engine.ts';
import { createPlatformEventEngine } from './domain/platform-events/platform-event-engine.ts';
import { createPublishEngine } from './domain/posts/publish/publish-engine.ts';
import { createDeliveryEngine } from './domain/webhooks/delivery/delivery-engine.ts';
import { drain } from './jobs/drain.ts';
import { startSweeper } from './jobs/sweeper.ts';
import { sweeps } from './jobs/sweeps.ts';
import { realClock, within } from './kernel/time/clock.ts';
import { startHeartbeat, type Heartbeat } from './boot/heartbeat.ts';

export type Worker = {
  start(): void;
  stop(): Promise<void>;
  drain(): Promise<void>;
  /** Null without a worker. */
  heartbeat(): number | null;
};

type Options = {
  systemCtx: SystemCtx;
  wakeUps: WakeUps;
  guard: RestoreGuard;
  urls: DatabaseUrls;
  poolSize: number;
};
type Stoppable = { stop(): Promise<void> };

export function createWorker({ systemCtx, wakeUps, guard, urls, poolSize }: Options): Worker {
  let parts: Stoppable[] = [];
  let databases: Database[] = [];
  let heartbeat: Heartbeat | undefined;
  const open = (size: number): Database => {
    const database = createDatabase({ ...urls, poolSize: size, log: systemCtx.log });
    databases.push(database);
    return database;
  };
  const startParts = (): void => {
    const ctx = { ...systemCtx, db: open(poolSize).db };
    const workerId = systemCtx.ids.make('worker');
    const { deliveries, publishing, platformEvents, automations } = createEngines(ctx, workerId);
    const sweeper = startSweeper(ctx, sweeps);
    wakeUps.subscribe('posts', publishing.wake);
    wakeUps.subscribe('deliveries', deliveries.wake);
    wakeUps.subscribe('platformEvents', platformEvents.wake);
    for (const { name } of sweeps) wakeUps.subscribe(name, () => sweeper.wake(name));
    // A connection of its own, so that the heartbeat never waits for the work.
    heartbeat = startHeartbeat({ ...systemCtx, db: open(1).db }, workerId);
    parts = [
      wakeUps.listen({ url: urls.directUrl ?? urls.url, clock: systemCtx.clock }),
      sweeper,
      startPolling(ctx, { poll: publishing.poll, msToNext: publishing.msToNextPoll }),
      startPolling(ctx, { poll: deliveries.poll, msToNext: async () => ctx.timing.deliveryPollMs }),
      startPolling(ctx, { poll: platformEvents.poll, msToNext: async () => ctx.timing.platformEventPollMs }),
      startPolling(ctx, { poll: automations.poll, msToNext: async () => ctx.timing.automationPollMs }),
      startPolling(ctx, { poll: () => guard.catchUp(ctx.timing.epochMs), msToNext: async () => ctx.timing.epochMs }),
      publishing,
      deliveries,
      platformEvents,
      automations,
    ];
  };
  const stopping = new AbortController();
  let starting: Promise<void> = Promise.resolve();
  return {
    start: () => {
      starting = untilReleased(systemCtx, guard, stopping.signal).then(() => {
        if (!stopping.signal.aborted) startParts();
      });
    },
    stop: async () => {
      stopping.abort();
      await starting;
      wakeUps.unsubscribeAll();
      const stopped = Promise.all(parts.map((part) => part.stop())).then(() => true);
      const isDone = await within(realClock, systemCtx.timing.stopMsMax, stopped);
      if (isDone !== true)
        systemCtx.log.warn('work in progress did not end in time; another worker continues it when its leases end');
      if (parts.length > 0)
        await guard.catchUp(0).catch((error: unknown) => systemCtx.log.warn({ err: error }, notAdvanced));
      await heartbeat?.stop();
      await Promise.all(databases.map((database) => database.close()));
      [parts, databases] = [[], []];
    },
    drain: async () => {
      if ((await guard.heldReason()) !== undefined) return;
      await drain({ ctx: systemCtx, sweeps, ...createEngines(systemCtx, systemCtx.ids.make('worker')) });
    },
    heartbeat: () => heartbeat?.secondsAgo() ?? null,
  };
}

function createEngines(ctx: SystemCtx, workerId: string) {
  return {
    deliveries: createDeliveryEngine(ctx),
    publishing: createPublishEngine(ctx, workerId),
    platformEvents: createPlatformEventEngine(ctx),
    automations: createAutomationEngine(ctx),
  };
}

const notAdvanced = 'the epoch could not be advanced';
const releasePollMs = 1000;

/** While held, not even sweeps run, which would refresh tokens and delete rows. */
async function untilReleased(
  { clock, log }: Pick<Ctx, 'clock' | 'log'>,
  guard: RestoreGuard,
  stopping: AbortSignal,
): Promise<void> {
  const isWaiting = async (): Promise<boolean> => {
    if (stopping.aborted) return false;
    // An unreachable database counts as held.
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

type Polling = { poll(): Promise<unknown>; msToNext(): Promise<number> };

const pollAfterFaultMs = 1000;

/** Finds due rows that no wake-up announces: scheduled posts, retries, and lost wake-ups. */
function startPolling({ clock, log }: Pick<Ctx, 'clock' | 'log'>, { poll, msToNext }: Polling): Stoppable {
  const stopping = new AbortController();
  const pollOnce = async (): Promise<number> => {
    try {
      await poll();
      return await msToNext();
    } catch (error) {
      log.warn({ err: error }, 'a poll for due work failed');
      return pollAfterFaultMs;
    }
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) await clock.sleep(await pollOnce(), stopping.signal);
  };
  const ended = loop();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
