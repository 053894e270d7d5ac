import { sweepInTransaction, type SweepCtx } from '../background/sweep.ts';
import { batchRows, deleteBatches } from './retention-store.ts';

/**
 * Deletes everything that is old enough, in small batches with a transaction each. Between two of them it steps aside while
 * posts are published.
 */
export async function purgeOld(ctx: SweepCtx): Promise<void> {
  for (const deleteBatch of deleteBatches) {
    for (let isMore = true; isMore && !ctx.stopping.aborted;) {
      await ctx.rightOfWay.yield();
      const deleted = await sweepInTransaction(ctx, 'retention', ({ db, limits }) => deleteBatch(db, limits));
      isMore = deleted === batchRows;
    }
  }
}
