import type { Ctx } from '../../context.ts';
import { uploadMsMax } from '../limits.ts';

export async function sweepStoreFiles(ctx: Pick<Ctx, 'storage' | 'imaging' | 'log'>): Promise<void> {
  const count = (await ctx.storage.sweep?.(uploadMsMax)) ?? 0;
  if (count > 0) ctx.log.info({ count }, 'incomplete files of interrupted uploads were removed');
  const folders = await ctx.imaging.sweep(uploadMsMax);
  if (folders > 0) ctx.log.info({ count: folders }, 'temporary files of interrupted video conversions were removed');
}
