import type { TxCtx } from '../../context.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { refreshTokenJob, revokeTokenJob } from '../account-jobs.ts';
import { selectDueRefreshes, selectDueRevocations } from './due-refresh-store.ts';

/** Finds what is due by its own row, so that a lost job costs one sweep. */
export async function sweepTokens(ctx: Pick<TxCtx, 'db'>): Promise<void> {
  const refreshes = await selectDueRefreshes(ctx.db);
  await enqueue(
    ctx,
    refreshTokenJob,
    refreshes.map(({ id, ownerId }) => ({ payload: { ownerId, accountId: id }, key: `refresh ${id}` })),
  );
  const revocations = await selectDueRevocations(ctx.db);
  await enqueue(
    ctx,
    revokeTokenJob,
    revocations.map(({ id, ownerId }) => ({ payload: { ownerId, revocationId: id }, key: `revoke ${id}` })),
  );
}
