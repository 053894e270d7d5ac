import type { TxCtx } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { readCodesJob } from './connect-jobs.ts';
import { selectWaitedFor } from './connect-session-store.ts';

/** Bots are asked only while somebody waits. */
export async function sweepCodes(ctx: Pick<TxCtx, 'db'>): Promise<void> {
  const readers = await selectWaitedFor(ctx.db);
  await enqueue(
    ctx,
    readCodesJob,
    readers.map(({ platform, isSandbox }) => ({
      payload: { platform, sandbox: isSandbox ? 'yes' : 'no' },
      key: `codes ${platform} ${isSandbox}`,
    })),
  );
}
