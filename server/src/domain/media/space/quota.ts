import { inTransaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kernel/errors.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import { lockOwner } from '../../owners/lock-owner.ts';
import { ticketMs } from '../limits.ts';
import { selectUsedBytes } from './quota-store.ts';

type World = Pick<Ctx, 'db' | 'caller' | 'limits'>;
type Write<Result> = (ctx: { db: Ctx['db'] | TxCtx['db'] }) => Promise<Result>;
type File = { key: string; sizeBytes: number };

/**
 * Runs `write`, which records a file of `sizeBytes`, only if the owner's quota has room for it. Writers of one owner
 * take turns, so what is recorded never exceeds the quota.
 */
export async function withinQuota<Result>(ctx: World, file: File, write: Write<Result>): Promise<Result> {
  const { storageBytesMax } = ctx.limits;
  if (storageBytesMax === null) return await write(ctx);
  return await inTransaction(ctx, async (ctx) => {
    await lockOwner(ctx);
    const usedBytes = await usedBytesOf(ctx, file.key);
    if (usedBytes + file.sizeBytes > storageBytesMax) throw quotaExceeded(storageBytesMax, usedBytes);
    return await write(ctx);
  });
}

/**
 * How many bytes of a file may be received before the quota is exceeded, or Infinity without a quota. Advisory, without
 * a lock: uploads at the same time get the same figure, and `withinQuota` decides when each of them is complete.
 */
export async function remainingQuota(ctx: World, key?: string): Promise<number> {
  const { storageBytesMax } = ctx.limits;
  if (storageBytesMax === null) return Infinity;
  const usedBytes = await usedBytesOf(ctx, key);
  if (usedBytes >= storageBytesMax) throw quotaExceeded(storageBytesMax, usedBytes);
  return storageBytesMax - usedBytes;
}

/** For a file that grows past what `remainingQuota` returned. */
export function overQuota(ctx: Pick<Ctx, 'limits'>, remainingBytes: number): AppError {
  const storageBytesMax = ctx.limits.storageBytesMax ?? 0;
  return quotaExceeded(storageBytesMax, storageBytesMax - remainingBytes);
}

async function usedBytesOf(
  ctx: Pick<World, 'caller'> & { db: Ctx['db'] | TxCtx['db'] },
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
