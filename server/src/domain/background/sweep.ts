import { inTransaction } from '../../db/transaction.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import type { Ctx, SystemCtx, SystemTxCtx } from '../context.ts';
import { tryLockSweep } from './sweep-store.ts';

/** What a sweep works with: everything but a caller, and the signal to stop after the row at hand. */
export type SweepCtx = SystemCtx & { stopping: AbortSignal };

const atOnceMax = 10;

/** Runs a sweep that only needs the database: in one transaction. Returns undefined if another process is at it. */
export async function sweepInTransaction<Result>(
  ctx: SweepCtx,
  name: string,
  run: (ctx: SystemTxCtx) => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction(ctx, async (ctx) => ((await tryLockSweep(ctx.db, name)) ? await run(ctx) : undefined));
}

/**
 * Works on each row, several at a time and on behalf of its owner. Processes may do so at the same time, so `work` claims
 * what it must not do twice. A row that fails is left for the next sweep.
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

/** Like `sweepRows`, for work that can wait: it steps aside while posts are published. */
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
