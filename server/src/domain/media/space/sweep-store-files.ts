import type { Ctx } from '../../context.ts';
import { uploadMsMax } from '../limits.ts';

/** Half files of uploads and conversions that nobody can still be making. */
export async function sweepStoreFiles(ctx: Pick<Ctx, 'storage' | 'imaging' | 'log'>): Promise<void> {
  const count = (await ctx.storage.sweep?.(uploadMsMax)) ?? 0;
  if (count > 0) ctx.log.info({ count }, 'half files of interrupted uploads were removed');
  const folders = await ctx.imaging.sweep(uploadMsMax);
  if (folders > 0) ctx.log.info({ count: folders }, 'what interrupted conversions of videos left was removed');
}
