import { AppError } from '../../../kernel/errors.ts';
import type { Ctx } from '../../context.ts';
import { sweepRows, type SweepCtx } from '../../background/sweep.ts';
import { selectDueRefreshes } from './due-refresh-store.ts';
import { openAccount } from './open-account.ts';

export async function refreshDueTokens(ctx: SweepCtx): Promise<void> {
  await sweepRows(ctx, await selectDueRefreshes(ctx.db), (ctx, { id }) => refreshIfConnected(ctx, id));
}

async function refreshIfConnected(ctx: Ctx, accountId: string): Promise<void> {
  try {
    await openAccount(ctx, accountId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'accountNotFound') throw error;
  }
}
