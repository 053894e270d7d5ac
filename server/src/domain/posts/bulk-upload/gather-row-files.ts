import type { PostMediaItem } from '../../../db/post-rows.ts';
import { AppError } from '../../../kernel/errors.ts';
import { inParallel } from '../../../kernel/in-parallel.ts';
import type { Ctx } from '../../context.ts';
import { gatherMedia } from '../media/gather-media.ts';
import { checkFit } from './check-fit.ts';
import { mediaTimeoutMs } from './limits.ts';
import { noteFault } from './note-fault.ts';
import { readyRows, type ReadyRow } from './upload-row.ts';

const atOnceMax = 4;

/** Each address is fetched once, whatever the number of rows that have it; a file that cannot be had costs its rows. */
export async function gatherRowFiles(ctx: Ctx, rows: readonly ReadyRow[]): Promise<void> {
  const urls = [...new Set(rows.flatMap(({ wanted }) => wanted.urls))];
  const untilMs = performance.now() + mediaTimeoutMs;
  const gathered = await inParallel(urls, atOnceMax, async (url): Promise<[string, PostMediaItem[] | AppError]> => {
    try {
      return [url, await gatherMedia(ctx, [{ url }], { timeoutMs: Math.max(1, untilMs - performance.now()) })];
    } catch (error) {
      if (error instanceof AppError && error.code !== 'unavailable') return [url, error];
      throw error;
    }
  });
  const files = new Map(gathered);
  for (const row of rows) {
    for (const url of row.wanted.urls) {
      const file = files.get(url);
      if (file instanceof AppError) noteFault(row, new AppError(file.code, `${url}: ${file.message}`), 'media_urls');
    }
    const media = row.wanted.urls.flatMap((url) => {
      const file = files.get(url);
      return file === undefined || file instanceof AppError ? [] : file;
    });
    row.wanted = { ...row.wanted, media };
  }
  for (const row of readyRows(rows)) {
    const { media } = row.wanted;
    if (media.length > 0) {
      await checkFit(
        ctx,
        row,
        media.map((facts) => ({ facts, isChecked: true })),
      );
    }
  }
}
