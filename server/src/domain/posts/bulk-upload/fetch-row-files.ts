import type { PostMediaItem } from '../../../db/post-rows.ts';
import { AppError } from '../../../kernel/errors.ts';
import { inParallel } from '../../../kernel/in-parallel.ts';
import type { Ctx } from '../../context.ts';
import { gatherMedia } from '../media/gather-media.ts';
import { checkFit } from '../request/compose-post.ts';
import { mediaTimeoutMs } from './limits.ts';
import { rowProblems } from './compose-row.ts';
import { noteFault } from './note-fault.ts';
import { readyRows, type ReadyRow } from './upload-row.ts';

const atOnceMax = 4;

/** Fetches each URL once. Returns the rows that can still become posts. */
export async function fetchRowFiles(
  ctx: Ctx,
  rows: readonly ReadyRow[],
): Promise<ReadonlyMap<ReadyRow, readonly PostMediaItem[]>> {
  const urls = [...new Set(rows.flatMap(({ post }) => post.urls))];
  const untilMs = performance.now() + mediaTimeoutMs;
  const fetched = await inParallel(urls, atOnceMax, async (url): Promise<[string, PostMediaItem[] | AppError]> => {
    try {
      return [url, await gatherMedia(ctx, [{ url }], { timeoutMs: Math.max(1, untilMs - performance.now()) })];
    } catch (error) {
      if (error instanceof AppError && error.code !== 'unavailable') return [url, error];
      throw error;
    }
  });
  const files = new Map(fetched);
  for (const row of rows) await addFiles(ctx, row, files);
  return new Map(readyRows(rows).map((row) => [row, mediaOf(row, files)]));
}

type FetchedFiles = ReadonlyMap<string, PostMediaItem[] | AppError>;

/** The rules are applied again to what the files really are. */
async function addFiles(ctx: Ctx, row: ReadyRow, files: FetchedFiles): Promise<void> {
  for (const url of row.post.urls) {
    const file = files.get(url);
    if (file instanceof AppError) noteFault(row, new AppError(file.code, `${url}: ${file.message}`), 'media_urls');
  }
  const media = mediaOf(row, files);
  if (media.length === 0 || row.notes.errors.length > 0) return;
  const { content, targets, mode } = row.post;
  const checked = { isDraft: mode.kind === 'draft', content, files: { media, targets, unchecked: [] } };
  await checkFit(ctx, checked, { problems: rowProblems(row), checksDrafts: true });
}

function mediaOf({ post: { urls } }: ReadyRow, files: FetchedFiles): PostMediaItem[] {
  return urls.flatMap((url) => {
    const file = files.get(url);
    return file === undefined || file instanceof AppError ? [] : file;
  });
}
