import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import type { MediaItem } from './media-item.ts';
import { isVersionChecksum, versionChecksum } from './upload/version-checksum.ts';

/** Still there, and, where a store takes uploads itself, still the bytes that were checked. */
export async function requireFile(ctx: Pick<Ctx, 'storage'>, item: MediaItem): Promise<void> {
  const found = await ctx.storage.stat(item.key);
  const isSame = !isVersionChecksum(item.checksum) || versionChecksum(found?.version) === item.checksum;
  if (found?.sizeBytes === item.sizeBytes && isSame) return;
  throw new AppError('mediaUnavailable', 'A file of the post is gone or was changed after it was checked');
}
