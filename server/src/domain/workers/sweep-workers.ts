import type { TxCtx } from '../context.ts';
import { freeJobsOfPools } from '../jobs/free-jobs.ts';
import { deleteDeadWorkers } from './worker-store.ts';

/** Frees what workers without a heartbeat had taken. A replayed wake-up is harmless, a lost one costs a sweep. */
export async function sweepWorkers(ctx: Pick<TxCtx, 'db' | 'log' | 'timing'>): Promise<void> {
  const dead = await deleteDeadWorkers(ctx.db, ctx.timing.workerDeadAfterMs);
  if (dead.length === 0) return;
  const poolIds = dead.map((worker) => worker.poolId);
  const freed = await freeJobsOfPools(ctx, poolIds);
  ctx.log.warn({ workers: dead.map((worker) => worker.id), freed }, 'workers died; their jobs are free again');
}
