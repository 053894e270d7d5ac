import type { MediaRow } from '../../db/rows.ts';
import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { adoptUpload } from './upload/adopt-upload.ts';
import { findFile } from './media-file-store.ts';
import { keyOfUrl } from './media-urls.ts';
import { versionChecksum } from './upload/version-checksum.ts';

/** `ready`: can be attached as it is. `copy`: lies in our store, but has another life or owner. */
type FoundMedia =
  | { kind: 'ready'; row: MediaRow }
  | { kind: 'copy'; row: MediaRow }
  | { kind: 'elsewhere' }
  | { kind: 'unavailable'; reason: string };

type World = Pick<Ctx, 'db' | 'storage' | 'imaging' | 'site' | 'caller' | 'limits'>;

/** What an address in a post means. Nothing is fetched. */
export async function findMedia(ctx: World, url: string): Promise<FoundMedia> {
  const key = keyOfUrl(ctx, url);
  if (key === undefined) return { kind: 'elsewhere' };
  const known = await findFile(ctx.db, key);
  if (known === undefined) return unavailable('There is no such file: it was never uploaded, or its time is over');
  const row = await currentRow(ctx, known).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'insufficientStorage') return error;
    throw error;
  });
  if (row instanceof AppError) return unavailable(row.message);
  if (row === undefined || row.status === 'pending') return unavailable('The file has not been uploaded yet');
  const isOwn = row.owner_id === scopeOf(ctx.caller).ownerId;
  if (!isOwn || row.kind === 'direct' || row.kind === 'rendition') return { kind: 'copy', row };
  return { kind: 'ready', row };
}

/** A store that takes uploads itself may have got other bytes since: the address to upload to is good for a while. */
async function currentRow(ctx: World, row: MediaRow): Promise<MediaRow | undefined> {
  if (row.kind !== 'presigned' || ctx.storage.presignPut === undefined) return row;
  const found = await ctx.storage.stat(row.key);
  if (row.status !== 'pending' && versionChecksum(found?.version) === row.checksum) return row;
  return row.status === 'attached' ? undefined : await adoptUpload(ctx, row);
}

function unavailable(reason: string): FoundMedia {
  return { kind: 'unavailable', reason };
}
