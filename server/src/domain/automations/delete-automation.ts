import { inTransaction } from '../../db/transaction.ts';
import { scopeOf } from '../access.ts';
import type { SweepCtx } from '../background/sweep.ts';
import type { Ctx } from '../context.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { takeHourlyCap } from '../plans/take-hourly-cap.ts';
import { markAutomationDeleted } from './automation-store.ts';
import { deleteLogBatch } from './purge-store.ts';
import { requireAutomation } from './require-automation.ts';

/** Deletes the logs in the background, because there may be very many. */
export async function deleteAutomation(ctx: Ctx, automationId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockOwner(ctx);
    await requireAutomation(ctx, automationId);
    await markAutomationDeleted(ctx.db, scopeOf(ctx.caller), automationId);
    await takeHourlyCap(ctx, 'automation.delete');
  });
  ctx.wake('deletedAutomations');
}

export async function purgeAutomations(ctx: SweepCtx): Promise<void> {
  while (!ctx.stopping.aborted && (await deleteLogBatch(ctx.db)) > 0);
}
