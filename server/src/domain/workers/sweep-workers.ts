import type { TxCtx } from '../context.ts';
import { freeDeadWork } from '../posts/publish/publish-engine.ts';
import { deleteDeadWorkers } from './worker-store.ts';

/** Does not wait for the leases of dead workers to end. */
export async function sweepWorkers(ctx: Pick<TxCtx, 'db' | 'log' | 'timing'>): Promise<void> {
  const workers = await deleteDeadWorkers(ctx.db, ctx.timing.workerDeadAfterMs);
  const targets = await freeDeadWork(ctx, workers);
  if (workers.length + targets === 0) return;
  ctx.log.warn({ workers, targets }, 'workers died; other workers can claim their unsent posts');
}
