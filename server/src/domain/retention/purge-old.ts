import { sweepInTransaction, type SweepCtx } from '../background/sweep.ts';
import { batchRows, deleteBatches } from './retention-store.ts';

/** Deletes a batch of each kind per transaction until no batch is full, and steps aside while posts are published. */
export async function purgeOld(ctx: SweepCtx): Promise<void> {
  for (let left = deleteBatches; left.length > 0 && !ctx.stopping.aborted;) {
    if (left !== deleteBatches) await ctx.rightOfWay.yield();
    const full = await sweepInTransaction(ctx, 'retention', async ({ db, limits }) => {
      const counts: number[] = [];
      for (const deleteBatch of left) counts.push(await deleteBatch(db, limits));
      return left.filter((_, index) => counts[index] === batchRows);
    });
    left = full ?? [];
  }
}
