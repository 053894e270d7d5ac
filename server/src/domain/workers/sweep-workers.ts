import type { TxCtx } from '../context.ts';
import { freeJobsOfPools } from '../jobs/free-jobs.ts';
import { freeDeadWork } from '../posts/publish/publish-engine.ts';
import { deleteDeadWorkers, selectLostPools } from './worker-store.ts';

/** Frees what workers without a heartbeat had taken. A replayed wake-up is harmless, a lost one costs a sweep. */
export async function sweepWorkers(ctx: Pick<TxCtx, 'db' | 'log' | 'timing'>): Promise<void> {
  const { workerDeadAfterMs: deadAfterMs } = ctx.timing;
  const dead = await deleteDeadWorkers(ctx.db, deadAfterMs);
  const poolIds = [...dead.map((worker) => worker.poolId), ...(await selectLostPools(ctx.db, deadAfterMs))];
  const freed = poolIds.length === 0 ? 0 : await freeJobsOfPools(ctx, poolIds);
  const ids = dead.map((worker) => worker.id);
  const targets = await freeDeadWork(ctx, ids);
  if (dead.length + freed + targets === 0) return;
  ctx.log.warn({ workers: ids, freed, targets }, 'workers died; their jobs and unsent posts are free again');
}
