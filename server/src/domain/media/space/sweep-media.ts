import type { TxCtx } from '../../context.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { deleteFileJob, sweepStoreJob } from '../media-jobs.ts';
import { selectExpired } from '../media-file-store.ts';

/** The store itself is looked at outside of the transaction that holds the sweep. */
export async function sweepMedia(ctx: Pick<TxCtx, 'db'>): Promise<void> {
  const expired = await selectExpired(ctx.db);
  await enqueue(
    ctx,
    deleteFileJob,
    expired.map(({ key, ownerId }) => ({ payload: { ownerId, key }, key: `file ${key}` })),
  );
  await enqueue(ctx, sweepStoreJob, [{ payload: {}, key: 'sweep store' }]);
}
