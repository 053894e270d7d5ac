import type { TxCtx } from '../context.ts';
import type { JobDefinition, JobPayload } from './define-job.ts';
import { insertJobs } from './job-store.ts';

type Job<Payload> = {
  payload: Payload;
  /** At most one waiting job has it; a later one takes its place. */
  key?: string;
  /** Default: at once. */
  runAt?: Date;
};

/** In the caller's transaction: a job exists if and only if the change that wants it does. */
export async function enqueue<Payload extends JobPayload>(
  ctx: Pick<TxCtx, 'db'>,
  definition: JobDefinition<Payload>,
  jobs: readonly Job<Payload>[],
): Promise<void> {
  if (jobs.length === 0) return;
  // Keys are rows that rivals lock too: one order for all.
  const sorted = jobs.toSorted((a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1));
  await insertJobs(ctx.db, {
    name: definition.name,
    jobs: sorted.map(({ payload, key, runAt }) => ({ payload, key: key ?? null, runAt: runAt ?? null })),
  });
}
