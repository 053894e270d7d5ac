import { inTransaction } from '../../db/transaction.ts';
import { tryLockSweep } from '../background/sweep-store.ts';
import type { SweepCtx } from '../background/sweep.ts';
import { batchRows, deleteBatches } from './retention-store.ts';

/**
 * Deletes everything that is old enough, in small batches with a transaction each. Between two of them it steps aside while
 * posts are published.
 */
export async function purgeOld(ctx: SweepCtx): Promise<void> {
  for (const deleteBatch of deleteBatches) {
    for (let isMore = true; isMore && !ctx.stopping.aborted;) {
      await ctx.rightOfWay.yield();
      isMore = await inTransaction(ctx, async ({ db, limits }) => {
        // Another process is at it.
        if (!(await tryLockSweep(db, 'retention'))) return false;
        return (await deleteBatch(db, limits)) === batchRows;
      });
    }
  }
}
