import { inTransaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kernel/errors.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import { lockOwner } from '../../owners/lock-owner.ts';
import { ticketMs } from '../limits.ts';
import { selectUsedBytes } from './quota-store.ts';

type QuotaCtx = Pick<Ctx, 'db' | 'caller' | 'limits'>;
type Write<Result> = (ctx: { db: Ctx['db'] | TxCtx['db'] }) => Promise<Result>;
type File = { key: string; sizeBytes: number };

/** The owner's lock serializes `write`, which records the file, so that files never exceed the quota. */
export async function withinQuota<Result>(ctx: QuotaCtx, file: File, write: Write<Result>): Promise<Result> {
  const { storageBytesMax } = ctx.limits;
  if (storageBytesMax === null) return await write(ctx);
  return await inTransaction(ctx, async (ctx) => {
    await lockOwner(ctx);
    const usedBytes = await usedBytesOf(ctx, file.key);
    if (usedBytes + file.sizeBytes > storageBytesMax) throw quotaExceeded(storageBytesMax, usedBytes);
    return await write(ctx);
  });
}

/** Returns Infinity without a quota. Advisory: `withinQuota` checks again, under a lock, when the upload is complete. */
export async function remainingQuota(ctx: QuotaCtx, key?: string): Promise<number> {
  const { storageBytesMax } = ctx.limits;
  if (storageBytesMax === null) return Infinity;
  const usedBytes = await usedBytesOf(ctx, key);
  if (usedBytes >= storageBytesMax) throw quotaExceeded(storageBytesMax, usedBytes);
  return storageBytesMax - usedBytes;
}

export function overQuota(ctx: Pick<Ctx, 'limits'>, remainingBytes: number): AppError {
  const storageBytesMax = ctx.limits.storageBytesMax ?? 0;
  return quotaExceeded(storageBytesMax, storageBytesMax - remainingBytes);
}

async function usedBytesOf(
  ctx: Pick<QuotaCtx, 'caller'> & { db: Ctx['db'] | TxCtx['db'] },
  key?: string,
): Promise<number> {
  return await selectUsedBytes(ctx.db, scopeOf(ctx.caller), { exceptKey: key, reservedMs: ticketMs });
}

function quotaExceeded(storageBytesMax: number, usedBytes: number): AppError {
  return new AppError(
    'insufficientStorage',
    `This file would exceed your storage quota of ${megabytes(storageBytesMax)} MB (${megabytes(usedBytes)} MB are used or ` +
      'reserved). Delete posts with media you no longer need (their files are removed 7 days later; unused uploads after ' +
      '24 hours), or ask the operator to raise HERALD_STORAGE_QUOTA_MB.',
  );
}

function megabytes(bytes: number): string {
  return String(Math.ceil(bytes / 1e5) / 10);
}
