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

/** Not scoped: whoever knows the key may read the file. */
export async function openFile(
  ctx: Pick<Ctx, 'db' | 'storage' | 'imaging' | 'limits'>,
  key: string,
): Promise<OpenFile> {
  const storedRow = await findFile(ctx.db, key);
  const row = storedRow?.status === 'pending' ? await adopted(ctx, storedRow) : storedRow;
  if (row === undefined || row.status === 'pending' || row.sizeBytes === null)
    throw new AppError('notFound', 'Not found');
  return { row, sizeBytes: Number(row.sizeBytes), open: (range) => ctx.storage.open(key, range) };
}

/** An upload over its owner's quota is a 404 for readers. */
async function adopted(ctx: Parameters<typeof adoptUpload>[0], row: MediaRow): Promise<MediaRow | undefined> {
  try {
    return await adoptUpload(ctx, row);
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficientStorage') return undefined;
    throw error;
  }
}
