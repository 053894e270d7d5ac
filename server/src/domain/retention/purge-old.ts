import type { TxCtx } from '../context.ts';
import {
  deleteOldCommentPages,
  deleteOldDeliveries,
  deleteOldEvents,
  deleteOldKeys,
  deleteOldMetrics,
  deleteOldSends,
  deleteOldSessions,
  deleteOldUses,
} from './retention-store.ts';

/** Deletes one batch of each kind per sweep, to keep the transaction short. */
export async function purgeOld(ctx: Pick<TxCtx, 'db' | 'limits'>): Promise<void> {
  await deleteOldEvents(ctx.db);
  await deleteOldDeliveries(ctx.db);
  await deleteOldUses(ctx.db);
  await deleteOldSessions(ctx.db);
  await deleteOldKeys(ctx.db);
  await deleteOldCommentPages(ctx.db);
  await deleteOldSends(ctx.db);
  await deleteOldMetrics(ctx.db, ctx.limits.analyticsDays);
}
