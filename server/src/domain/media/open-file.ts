import { AppError } from '../../kernel/errors.ts';
import type { MediaRow } from '../../db/rows.ts';
import type { Ctx } from '../context.ts';
import { adoptUpload } from './upload/adopt-upload.ts';
import { findFile } from './media-file-store.ts';

export type OpenFile = {
  row: MediaRow;
  sizeBytes: number;
  open(range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | undefined>;
};

/** Whoever knows the key may see the file. */
export async function openFile(
  ctx: Pick<Ctx, 'db' | 'storage' | 'imaging' | 'limits'>,
  key: string,
): Promise<OpenFile> {
  const found = await findFile(ctx.db, key);
  const row = found?.status === 'pending' ? await adopted(ctx, found) : found;
  if (row === undefined || row.status === 'pending' || row.size_bytes === null)
    throw new AppError('notFound', 'Not found');
  return { row, sizeBytes: Number(row.size_bytes), open: (range) => ctx.storage.open(key, range) };
}

/** To whoever reads, an upload that exceeds its owner's quota does not exist. */
async function adopted(ctx: Parameters<typeof adoptUpload>[0], row: MediaRow): Promise<MediaRow | undefined> {
  try {
    return await adoptUpload(ctx, row);
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficientStorage') return undefined;
    throw error;
  }
}
