import { inParallel } from '../../../kernel/in-parallel.ts';
import { letOthers } from '../../../kernel/let-others.ts';
import type { BulkUpload } from '../../../schemas/bulk-upload.ts';
import type { Ctx } from '../../context.ts';
import { requireSpace } from '../../media/space/require-space.ts';
import { checkPostAllowance } from '../../plans/check-post-allowance.ts';
import { isCounted } from '../../plans/counted.ts';
import { createPosts } from '../create-posts.ts';
import { inspectFile, type InspectedFile } from '../media/inspect-files.ts';
import { checkDuplicates } from './check-duplicates.ts';
import { composeRow, createRowQueues } from './compose-row.ts';
import { findReplays, rowKey } from './find-replays.ts';
import { fetchRowFiles } from './fetch-row-files.ts';
import { noteFault } from './note-fault.ts';
import { loadCsvTargets } from './csv-targets.ts';
import { readFile, type PostFile } from './read-file.ts';
import { readRow, type ReadRow } from './read-row.ts';
import { rowNotes } from './row-notes.ts';
import { reportUpload } from './report-upload.ts';
import { readyRows, type ReadyRow, type UploadRow } from './upload-row.ts';

type Upload = {
  source: AsyncIterable<Uint8Array>;
  isDryRun: boolean;
  isDuplicateAllowed: boolean;
  /** Gives each row an idempotency key of its own. */
  requestId: string | undefined;
};

export async function bulkUpload(ctx: Ctx, upload: Upload): Promise<BulkUpload> {
  if (!upload.isDryRun) await requireSpace(ctx, 'posts');
  const file = await readFile(ctx.platforms, upload.source);
  const rows = await checkRows(ctx, file, upload);
  if (!upload.isDryRun) {
    await checkAllowance(ctx, readyRows(rows));
    await storeRows(ctx, await fetchRowFiles(ctx, readyRows(rows)), upload);
  }
  return reportUpload(file, rows);
}

const rowsAtOnce = 5;
const inspectionsMax = 4;

async function checkRows(ctx: Ctx, { rows: fileRows, columns }: PostFile, upload: Upload): Promise<UploadRow[]> {
  const rows = fileRows.map((row): UploadRow => {
    return { index: row.index, notes: rowNotes(row.cells), columnOf: () => undefined };
  });
  await findReplays(ctx, rows, upload.requestId);
  const csvTargets = await loadCsvTargets(ctx);
  const open: { row: UploadRow; read: ReadRow }[] = [];
  for (const [at, row] of rows.entries()) {
    if (at % rowsAtOnce === 0) await letOthers();
    const { fault, ...fileRow } = fileRows[at] ?? { index: 0, cells: new Map() };
    if (fault !== undefined) row.notes.errors.push(fault);
    if (row.postId !== undefined || row.notes.errors.length > 0) continue;
    const read = readRow(fileRow, { platforms: ctx.platforms, columns, csvTargets }, row.notes);
    row.columnOf = read.columnOf;
    if (row.notes.errors.length === 0) open.push({ row, read });
  }
  const files = await inspectAll(ctx, [...new Set(open.flatMap(({ read }) => read.urls))]);
  const shared = {
    csvTargets,
    files,
    queues: createRowQueues(ctx, open.filter(({ read }) => read.isQueued).length),
    isFetched: !upload.isDryRun,
  };
  for (const [at, { row, read }] of open.entries()) {
    if (at % rowsAtOnce === 0) await letOthers();
    await composeRow(ctx, row, read, shared);
  }
  if (!upload.isDuplicateAllowed) await checkDuplicates(ctx, readyRows(rows));
  return rows;
}

async function inspectAll(ctx: Ctx, urls: readonly string[]): Promise<ReadonlyMap<string, InspectedFile>> {
  const inspected = await inParallel(urls, inspectionsMax, (url) => inspectFile(ctx, url));
  return new Map(urls.flatMap((url, at) => (inspected[at] === undefined ? [] : [[url, inspected[at]]])));
}

async function checkAllowance(ctx: Ctx, rows: readonly ReadyRow[]): Promise<void> {
  if (!isCounted(rows.flatMap(({ post }) => post.targets.map(({ account }) => account)))) return;
  const coming = rows.flatMap(({ post: { dueAt, targets } }) =>
    dueAt instanceof Date ? [{ dueAt, count: targets.length }] : [],
  );
  await checkPostAllowance(ctx, coming);
}

type FetchedRows = Awaited<ReturnType<typeof fetchRowFiles>>;

async function storeRows(ctx: Ctx, fetched: FetchedRows, upload: Upload): Promise<void> {
  const rows = [...fetched.keys()];
  const created = await createPosts(
    ctx,
    [...fetched].map(([{ index, post }, media]) => {
      const key = rowKey(upload.requestId, index);
      return { ...post, media, key, isDuplicateAllowed: upload.isDuplicateAllowed };
    }),
  );
  for (const [at, row] of rows.entries()) {
    const one = created[at];
    if (one?.kind === 'created') row.postId = one.post.id;
    if (one?.kind === 'refused') noteFault(row, one.error);
  }
  // A concurrent request with the same key was faster.
  await findReplays(
    ctx,
    rows.filter((_, at) => created[at]?.kind === 'existing'),
    upload.requestId,
  );
}
