import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';

const floor = { bytes: 2_000_000_000, share: 0.1 };

/** Uploads stop first: a full disk would stop the database. */
export async function requireSpace(ctx: Pick<Ctx, 'storage'>): Promise<void> {
  const space = await ctx.storage.space?.();
  if (space === undefined) return;
  const isLow = space.freeBytes < floor.bytes || space.freeBytes < space.totalBytes * floor.share;
  if (isLow) throw new AppError('insufficientStorage', 'The disk is almost full: uploads wait until there is room');
}
