import { inTransaction } from '../../db/transaction.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import type { Ctx, SystemCtx, SystemTxCtx } from '../context.ts';
import { tryLockSweep } from './sweep-store.ts';

export type SweepCtx = SystemCtx & { stopping: AbortSignal };

const atOnceMax = 10;

/** For sweeps that only need the database. Returns undefined if another process is sweeping. */
export async function sweepInTransaction<Result>(
  ctx: SweepCtx,
  name: string,
  run: (ctx: SystemTxCtx) => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction(ctx, async (ctx) => ((await tryLockSweep(ctx.db, name)) ? await run(ctx) : undefined));
}

/**
 * Acts on behalf of each row's owner. Several processes may sweep at once, so `work` must claim what may not be done twice. A
 * failed row is left for the next sweep.
 */
export async function sweepRows<Row extends { ownerId: string }>(
  ctx: SweepCtx,
  rows: readonly Row[],
  work: (ctx: Ctx, row: Row) => Promise<unknown>,
): Promise<void> {
  await inParallel(rows, atOnceMax, async (row) => {
    if (ctx.stopping.aborted) return;
    await work({ ...ctx, caller: { kind: 'system', ownerId: row.ownerId } }, row).catch((error: unknown) =>
      ctx.log.error({ row, err: error }, 'a row of a sweep failed'),
    );
  });
}

export async function sweepPatiently<Row extends { ownerId: string }>(
  ctx: SweepCtx,
  rows: readonly Row[],
  work: (ctx: Ctx, row: Row) => Promise<unknown>,
): Promise<void> {
  await sweepRows(ctx, rows, async (rowCtx, row) => {
    await ctx.rightOfWay.yield();
    await work(rowCtx, row);
  });
}
