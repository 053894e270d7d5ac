import { AppError } from '../../../kernel/errors.ts';
import type { Ctx } from '../../context.ts';

type Space = { freeBytes: number; totalBytes: number };
type SpaceUse = keyof typeof floors;

/** Stops uploads first, then bulk uploads and posts with media, because a full disk would stop the database. */
const floors = {
  uploads: { bytes: 2_000_000_000, share: 0.1, what: 'uploads are refused' },
  posts: { bytes: 1_000_000_000, share: 0.05, what: 'bulk uploads and posts with media are refused' },
} as const;

export function isSpaceLow({ freeBytes, totalBytes }: Space, use: SpaceUse): boolean {
  const { bytes, share } = floors[use];
  return freeBytes < bytes || freeBytes < totalBytes * share;
}

export async function requireSpace(ctx: Pick<Ctx, 'storage'>, use: SpaceUse = 'uploads'): Promise<void> {
  const space = await ctx.storage.space?.();
  if (space === undefined || !isSpaceLow(space, use)) return;
  throw new AppError('insufficientStorage', `The disk is almost full: ${floors[use].what} until space is freed`);
}
