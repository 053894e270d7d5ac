import type { TxCtx } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { deleteFileJob } from './media-jobs.ts';
import { selectExpired } from './media-file-store.ts';

export async function sweepMedia(ctx: Pick<TxCtx, 'db'>): Promise<void> {
  const expired = await selectExpired(ctx.db);
  await enqueue(
    ctx,
    deleteFileJob,
    expired.map(({ key, ownerId }) => ({ payload: { ownerId, key }, key: `file ${key}` })),
  );
}
