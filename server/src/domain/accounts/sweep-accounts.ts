import type { PlatformAdapter } from '../../platforms/adapter.ts';
import { sweepPatiently, type SweepCtx } from '../background/sweep.ts';
import type { Ctx } from '../context.ts';
import { claimDue, type DueColumn } from './due-account-store.ts';

type AccountSweep = {
  column: DueColumn;
  /** How often accounts of a platform are due; undefined if never. */
  intervalMs(adapter: PlatformAdapter): number | undefined;
  work(ctx: Ctx, accountId: string): Promise<void>;
};

/** Works on all connected accounts that are due, and steps aside while posts are published. */
export async function sweepAccounts(ctx: SweepCtx, { column, intervalMs, work }: AccountSweep): Promise<void> {
  const intervals = ctx.platforms.list().flatMap(({ adapter }): [string, number][] => {
    const ms = intervalMs(adapter);
    return ms === undefined ? [] : [[adapter.name, ms]];
  });
  for (;;) {
    const due = await claimDue(ctx.db, { column, intervalsMs: new Map(intervals) });
    if (due.length === 0 || ctx.stopping.aborted) return;
    await sweepPatiently(ctx, due, (ctx, { id }) => work(ctx, id));
  }
}
