import { inParallel } from '../../../kernel/in-parallel.ts';
import type { Ctx } from '../../context.ts';
import { inspectFile, uncheckedMessage, type InspectedFile } from '../media/inspect-file.ts';
import { checkFit } from './check-fit.ts';
import type { ReadyRow } from './upload-row.ts';

const atOnceMax = 4;

export type KnownFiles = ReadonlyMap<string, InspectedFile>;

/** What is known of each file before anything is fetched; each is looked at once. */
export async function lookAtFiles(ctx: Ctx, rows: readonly ReadyRow[]): Promise<KnownFiles> {
  const urls = [...new Set(rows.flatMap(({ wanted }) => wanted.urls))];
  const seen = await inParallel(urls, atOnceMax, (url) => inspectFile(ctx, url));
  return new Map(urls.flatMap((url, at) => (seen[at] === undefined ? [] : [[url, seen[at]]])));
}

/** `isFetched`: whether those elsewhere will be fetched and checked once more. */
export async function checkFiles(
  ctx: Ctx,
  row: ReadyRow,
  { known, isFetched }: { known: KnownFiles; isFetched: boolean },
): Promise<void> {
  const files = row.wanted.urls.map((url) => ({ url, file: known.get(url) }));
  for (const { url, file } of files) {
    if (file?.kind === 'unavailable') row.notes.wrong('media_urls', `: ${url}: ${file.reason}`);
    if (file?.kind === 'known' && !file.isChecked && !isFetched) row.notes.warn('media_urls', `: ${uncheckedMessage}`);
  }
  await checkFit(
    ctx,
    row,
    files.flatMap(({ file }) => (file?.kind === 'known' ? [file] : [])),
  );
}
