import { AppError } from '../../../kernel/errors.ts';
import type { DirectUpload } from '../../../schemas/media.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { deleteFile } from '../space/delete-file.ts';
import { keptMs } from '../limits.ts';
import { mediaUrl } from '../media-urls.ts';
import { finishMedia } from '../media-store.ts';
import { newMediaKey } from './new-media-key.ts';
import { remainingQuota, withinQuota } from '../space/quota.ts';
import { requireSpace } from '../space/require-space.ts';
import { reserveMedia } from './reserve-media.ts';
import { storedFacts, storeFile, type StoredFile } from './store-file.ts';

/** 25 MiB. */
const directBytesMax = 26_214_400;

type Upload = { filename: string; source: AsyncIterable<Uint8Array> };

export async function directUpload(ctx: Ctx, { filename, source }: Upload): Promise<DirectUpload> {
  await requireSpace(ctx);
  const quotaBytes = await remainingQuota(ctx);
  // `slice` may cut a surrogate pair in half.
  const name = filename
    .trim()
    .slice(0, 255)
    .replace(/[\ud800-\udbff]$/, '');
  if (name === '' || !name.isWellFormed() || name.includes('\u0000')) {
    throw new AppError('validation', 'The file has no name: send a filename with the form field', { param: 'file' });
  }
  const key = await newMediaKey(ctx);
  const contentType = 'application/octet-stream';
  await reserveMedia(ctx, { key, kind: 'direct', filename: name, contentType, type: 'document', keptMs });
  const scope = scopeOf(ctx.caller);
  const incoming = { key, source, contentType, sizeBytes: undefined, sizeBytesMax: directBytesMax, quotaBytes };
  let file: StoredFile;
  try {
    file = await storeFile(ctx, incoming);
    const facts = storedFacts(file);
    await withinQuota(ctx, { key, sizeBytes: file.sizeBytes }, ({ db }) => finishMedia(db, scope, { key, facts }));
  } catch (error) {
    await deleteFile(ctx, key);
    throw error;
  }
  return { url: mediaUrl(ctx, key), filename: name, contentType: file.contentType, size: file.sizeBytes };
}
