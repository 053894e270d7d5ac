import { sweepRows, type SweepCtx } from '../../background/sweep.ts';
import { selectExpired } from '../media-file-store.ts';
import { deleteFile } from './delete-file.ts';
import { sweepStoreFiles } from './sweep-store-files.ts';

export async function deleteExpiredFiles(ctx: SweepCtx): Promise<void> {
  await sweepRows(ctx, await selectExpired(ctx.db), (ctx, { key }) => deleteFile(ctx, key));
  await sweepStoreFiles(ctx);
}
