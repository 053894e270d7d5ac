import { EventEmitter } from 'node:events';
import { Logger, run, type Runner, type WorkerEvents } from 'graphile-worker';
import type { Log } from '../kernel/log.ts';
import type { JobCtx, JobHandler } from './handler.ts';

/** The connection pool of the worker, made by the composition root. */
type JobPool = NonNullable<Parameters<typeof run>[0]['pgPool']>;

type Options = {
  ctx: JobCtx;
  pool: JobPool;
  handlers: readonly JobHandler[];
  /** Called with every new pool id: what it holds is freed by this id when the process dies. */
  onPool(poolId: string): void;
};

type JobRunner = { stop(): Promise<void> };

const concurrency = 10;
const localQueueSize = 100;
const restartMs = 1000;

/** Runs jobs until stopped. The engine gives up when the database stays away; it is then started anew. */
export function startJobRunner(options: Options): JobRunner {
  const { clock, log } = options.ctx;
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let current: Runner | undefined;
  const loop = async (): Promise<void> => {
    while (!isStopping()) {
      try {
        current = await startOnce(options);
        // Told to stop while it started: nobody else knew of it yet.
        if (isStopping()) await current.stop();
        await current.promise;
      } catch (error) {
        log.warn({ err: error }, 'the job engine stopped and is started anew');
      }
      await clock.sleep(restartMs, stopping.signal);
    }
  };
  const ended = loop();
  return {
    stop: async () => {
      stopping.abort();
      // Rejects when it has stopped by itself already.
      await current?.stop().catch(() => undefined);
      await ended;
    },
  };
}

async function startOnce({ ctx, pool, handlers, onPool }: Options): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => onPool(workerPool.id));
  return run({
    pgPool: pool,
    noHandleSignals: true,
    events,
    logger: new Logger(() => logTo(ctx.log)),
    taskList: Object.fromEntries(
      handlers.map((handler) => [handler.name, (payload: unknown) => runJob(ctx, handler, payload)]),
    ),
    parsedCronItems: [],
    preset: {
      worker: {
        concurrentJobs: concurrency,
        // A tenth of the rate without these two.
        localQueue: { size: localQueueSize },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
}

async function runJob(ctx: JobCtx, handler: JobHandler, payload: unknown): Promise<void> {
  try {
    await handler.run(ctx, payload as Record<string, string>);
  } catch (error) {
    ctx.log.error({ job: handler.name, err: error }, 'a job failed');
    throw error;
  }
}

function logTo(log: Log): (level: string, message: string) => void {
  return (level, message) => {
    if (level === 'error') log.warn({ from: 'job engine' }, message);
    else log.debug({ from: 'job engine' }, message);
  };
}
