import type { TxCtx } from '../context.ts';
import { purgeFailedJobs } from '../jobs/free-jobs.ts';
import {
  deleteOldDeliveries,
  deleteOldEvents,
  deleteOldKeys,
  deleteOldSessions,
  deleteOldUses,
} from './retention-store.ts';

/** A batch of each kind at a time: what is left waits for the next sweep and delays nobody. */
export async function purgeOld(ctx: Pick<TxCtx, 'db'>): Promise<void> {
  await deleteOldEvents(ctx.db);
  await deleteOldDeliveries(ctx.db);
  await deleteOldUses(ctx.db);
  await deleteOldSessions(ctx.db);
  await deleteOldKeys(ctx.db);
  await purgeFailedJobs(ctx);
}
