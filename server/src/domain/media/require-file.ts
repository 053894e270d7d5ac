import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import type { MediaItem } from './media-item.ts';
import { isVersionChecksum, versionChecksum } from './upload/version-checksum.ts';

/** Checks also that a file uploaded directly to the store is unchanged. */
export async function requireFile(ctx: Pick<Ctx, 'storage'>, item: MediaItem): Promise<void> {
  const stat = await ctx.storage.stat(item.key);
  const isSame = !isVersionChecksum(item.checksum) || versionChecksum(stat?.version) === item.checksum;
  if (stat?.sizeBytes === item.sizeBytes && isSame) return;
  throw new AppError(
    'mediaUnavailable',
    'A media file of the post was deleted or changed after it was checked: upload it again',
  );
}
