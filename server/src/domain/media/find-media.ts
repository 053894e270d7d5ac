import type { MediaRow } from '../../db/rows.ts';
import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { adoptUpload } from './upload/adopt-upload.ts';
import { findFile } from './media-file-store.ts';
import { keyOfUrl } from './media-urls.ts';
import { versionChecksum } from './upload/version-checksum.ts';

/** `copy`: stored here, but with another lifetime or owner. */
type MediaLookup =
  | { kind: 'ready'; row: MediaRow }
  | { kind: 'copy'; row: MediaRow }
  | { kind: 'elsewhere' }
  | { kind: 'unavailable'; reason: string };

type MediaCtx = Pick<Ctx, 'db' | 'storage' | 'imaging' | 'site' | 'caller' | 'limits'>;

export async function findMedia(ctx: MediaCtx, url: string): Promise<MediaLookup> {
  const key = keyOfUrl(ctx, url);
  if (key === undefined) return { kind: 'elsewhere' };
  const known = await findFile(ctx.db, key);
  if (known === undefined)
    return unavailable('The file does not exist: it was never uploaded, or it has expired. Upload it again');
  const row = await currentRow(ctx, known).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'insufficientStorage') return error;
    throw error;
  });
  if (row instanceof AppError) return unavailable(row.message);
  if (row === undefined || row.status === 'pending') return unavailable('The file has not been uploaded yet');
  const isOwn = row.ownerId === scopeOf(ctx.caller).ownerId;
  if (!isOwn || row.kind === 'direct' || row.kind === 'rendition') return { kind: 'copy', row };
  return { kind: 'ready', row };
}

/** A file may be replaced after its check while its presigned URL is valid. */
async function currentRow(ctx: MediaCtx, row: MediaRow): Promise<MediaRow | undefined> {
  if (row.kind !== 'presigned' || ctx.storage.presignPut === undefined) return row;
  const stat = await ctx.storage.stat(row.key);
  if (row.status !== 'pending' && versionChecksum(stat?.version) === row.checksum) return row;
  return row.status === 'attached' ? undefined : await adoptUpload(ctx, row);
}

function unavailable(reason: string): MediaLookup {
  return { kind: 'unavailable', reason };
}
