import { AppError } from '../../kernel/errors.ts';
import type { DirectUpload } from '../../schemas/media.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { mediaUrl } from './media-urls.ts';
import { insertMedia } from './media-store.ts';
import { newMediaKey } from './new-media-key.ts';
import { requireSpace } from './require-space.ts';
import { storeFile } from './store-file.ts';
import { uploadedFacts } from './uploaded-facts.ts';

/** The contract's 25 MB. */
const directBytesMax = 26_214_400;
const keptMs = 7 * 24 * 3_600_000;

type Upload = { filename: string; source: AsyncIterable<Uint8Array> };

/** A small file for messages; it goes after seven days. Its type is what its bytes say. */
export async function directUpload(ctx: Ctx, { filename, source }: Upload): Promise<DirectUpload> {
  await requireSpace(ctx);
  const name = filename.trim().slice(0, 255);
  if (name === '' || !name.isWellFormed() || name.includes('\u0000')) {
    throw new AppError('validation', 'The file needs a name', { param: 'file' });
  }
  const key = await newMediaKey(ctx);
  const file = await storeFile(ctx, {
    ...{ key, source, contentType: 'application/octet-stream', sizeBytes: undefined, sizeBytesMax: directBytesMax },
  });
  const now = ctx.clock.now();
  await insertMedia(ctx.db, {
    key,
    owner_id: scopeOf(ctx.caller).ownerId,
    profile_id: null,
    kind: 'direct',
    filename: name,
    ...uploadedFacts(file),
    declared_bytes: null,
    size_bytes: String(file.sizeBytes),
    checksum: file.checksum,
    status: 'uploaded',
    ...{ claim_token: null, claim_until: null },
    created_at: now,
    expires_at: new Date(now.getTime() + keptMs),
  });
  return { url: mediaUrl(ctx, key), filename: name, contentType: file.contentType, size: file.sizeBytes };
}
