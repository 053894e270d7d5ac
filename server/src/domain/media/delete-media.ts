import { inTransaction } from '../../db/transaction.ts';
import type { MediaRow } from '../../db/rows.ts';
import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { uploadableMs } from './limits.ts';
import { expireMedia, expireRenditions, isNeeded, lockMedia } from './media-list-store.ts';
import { deleteFile } from './space/delete-file.ts';

/** The commit hides the file. A sweep deletes the bytes if the media store is down. */
export async function deleteMedia(ctx: Ctx, key: string): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const { row, renditions } = await inTransaction(ctx, async (ctx) => {
    const row = await lockMedia(ctx.db, scope, key);
    if (row === undefined) throw new AppError('notFound', 'Not found');
    if (await isNeeded(ctx.db, scope, key)) throw inUse();
    await expireMedia(ctx.db, scope, key);
    return { row, renditions: await expireRenditions(ctx.db, scope, { key, checksum: row.checksum ?? key }) };
  });
  try {
    if (isUploadable(ctx, row)) await ctx.storage.delete(key);
    else await deleteFile(ctx, key);
    for (const rendition of renditions) await deleteFile(ctx, rendition);
  } catch (error) {
    ctx.log.warn({ err: error, key }, 'a deleted file is still in the media store; the next sweep deletes it');
  }
}

/** Keeps the row while bytes may still arrive, because a sweep finds them only by their row. */
function isUploadable({ clock }: Pick<Ctx, 'clock'>, { kind, createdAt }: MediaRow): boolean {
  return kind === 'presigned' && createdAt.getTime() + uploadableMs > clock.now().getTime();
}

function inUse(): AppError {
  return new AppError(
    'mediaInUse',
    'A post that is not published yet needs the file: delete the post, or remove the file from it first',
    { param: null },
  );
}
