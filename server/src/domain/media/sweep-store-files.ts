import type { Ctx } from '../context.ts';
import { uploadMsMax } from './limits.ts';

/** Half files of uploads that nobody can still be making. */
export async function sweepStoreFiles(ctx: Pick<Ctx, 'storage' | 'log'>): Promise<void> {
  const count = (await ctx.storage.sweep?.(uploadMsMax)) ?? 0;
  if (count > 0) ctx.log.info({ count }, 'half files of interrupted uploads were removed');
}
