import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { PlatformAdapter } from '../../platforms/adapter.ts';
import { scopeOf } from '../access.ts';
import { sweepPatiently, type SweepCtx } from '../background/sweep.ts';
import type { Ctx } from '../context.ts';
import { claimDue, postponeDue, type DueColumn } from './due-account-store.ts';

type AccountSweep = {
  column: DueColumn;
  intervalMs(adapter: PlatformAdapter): number | undefined;
  work(ctx: Ctx, accountId: string): Promise<void>;
};

/**
 * Steps aside while posts are published. Repeats refused work soon if the refusal is temporary, else at the next regular time.
 */
export async function sweepAccounts(ctx: SweepCtx, sweep: AccountSweep): Promise<void> {
  const intervals = ctx.platforms.list().flatMap(({ adapter }): [string, number][] => {
    const ms = sweep.intervalMs(adapter);
    return ms === undefined ? [] : [[adapter.name, ms]];
  });
  for (;;) {
    const due = await claimDue(ctx.db, { column: sweep.column, intervalsMs: new Map(intervals) });
    if (due.length === 0 || ctx.stopping.aborted) return;
    await sweepPatiently(ctx, due, (ctx, { id }) => attempt(ctx, id, sweep));
  }
}

async function attempt(ctx: Ctx, accountId: string, { column, work }: AccountSweep): Promise<void> {
  try {
    await work(ctx, accountId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.info(
      { accountId, column, code: error.code, reason: error.message },
      'background work for an account failed',
    );
    const ms = retryInMs(ctx, error);
    if (ms === undefined) return;
    await inTransaction(ctx, (ctx) => postponeDue(ctx.db, scopeOf(ctx.caller), { column, accountId, ms }));
  }
}

/** Undefined if a retry would fail, too, so that the next regular time is soon enough. */
export function retryInMs({ timing }: Pick<Ctx, 'timing'>, { code, details }: AppError): number | undefined {
  if (code !== 'platformUnavailable' && code !== 'platformThrottled') return undefined;
  return Math.max((details.retryAfterSeconds ?? 0) * 1000, timing.analyticsRetryMs);
}
