import { letOthers } from '../../../kernel/let-others.ts';
import type { BulkUpload } from '../../../schemas/post.ts';
import type { Ctx } from '../../context.ts';
import { requireSpace } from '../../media/require-space.ts';
import { checkPostAllowance } from '../../plans/check-post-allowance.ts';
import { isCounted } from '../../plans/counted.ts';
import { createPosts } from '../create-posts.ts';
import { checkFiles, lookAtFiles } from './check-files.ts';
import { checkQueues } from './check-queues.ts';
import { checkRepeats } from './check-repeats.ts';
import { checkRow } from './check-row.ts';
import { findReplays, rowKey } from './find-replays.ts';
import { gatherRowFiles } from './gather-row-files.ts';
import { noteFault } from './note-fault.ts';
import { findPlaces } from './places.ts';
import { readFile, type PostFile } from './read-file.ts';
import { readRow } from './read-row.ts';
import { rowNotes } from './row-notes.ts';
import { tellUpload } from './tell-upload.ts';
import { readyRows, type ReadyRow, type UploadRow } from './upload-row.ts';

type Upload = {
  source: AsyncIterable<Uint8Array>;
  isDryRun: boolean;
  isDuplicateAllowed: boolean;
  /** With it each row has a name of its own, and a repeat makes no second post. */
  requestId: string | undefined;
};

/** Posts from a file: every row is checked, then the plan, then the files are fetched and the posts made in order. */
export async function bulkUpload(ctx: Ctx, upload: Upload): Promise<BulkUpload> {
  if (!upload.isDryRun) await requireSpace(ctx, 'posts');
  const file = await readFile(ctx.platforms, upload.source);
  const rows = await checkRows(ctx, file, upload);
  if (!upload.isDryRun) {
    await checkAllowance(ctx, readyRows(rows));
    await gatherRowFiles(ctx, readyRows(rows));
    await makePosts(ctx, rows, upload);
  }
  return tellUpload(file, rows);
}

const rowsAtOnce = 5;

async function checkRows(ctx: Ctx, { rows: given, columns }: PostFile, upload: Upload): Promise<UploadRow[]> {
  const rows = given.map((row): UploadRow => {
    return { index: row.index, notes: rowNotes(row.cells), columnOf: () => undefined };
  });
  await findReplays(ctx, rows, upload.requestId);
  const places = await findPlaces(ctx);
  for (const [at, row] of rows.entries()) {
    if (at % rowsAtOnce === 0) await letOthers();
    const { fault, ...fileRow } = given[at] ?? { index: 0, cells: new Map() };
    if (fault !== undefined) row.notes.errors.push(fault);
    if (row.postId !== undefined || row.notes.errors.length > 0) continue;
    const read = readRow(fileRow, { platforms: ctx.platforms, columns, places }, row.notes);
    row.columnOf = read.columnOf;
    checkRow(ctx, row, { read, places });
  }
  await checkQueues(ctx, readyRows(rows));
  const known = await lookAtFiles(ctx, readyRows(rows));
  for (const [at, row] of readyRows(rows).entries()) {
    if (at % rowsAtOnce === 0) await letOthers();
    await checkFiles(ctx, row, { known, isFetched: !upload.isDryRun });
  }
  if (!upload.isDuplicateAllowed) await checkRepeats(ctx, readyRows(rows), known);
  return rows;
}

/** What all rows together would take of the plan. */
async function checkAllowance(ctx: Ctx, rows: readonly ReadyRow[]): Promise<void> {
  if (!isCounted(rows.flatMap(({ wanted }) => wanted.targets.map(({ account }) => account)))) return;
  const coming = rows.flatMap(({ wanted: { dueAt, targets } }) =>
    dueAt === null ? [] : [{ dueAt, count: targets.length }],
  );
  await checkPostAllowance(ctx, coming);
}

async function makePosts(ctx: Ctx, rows: readonly UploadRow[], upload: Upload): Promise<void> {
  const ready = readyRows(rows);
  const made = await createPosts(
    ctx,
    ready.map(({ index, wanted: { mode, content, targets, media, queue } }) => {
      const key = rowKey(upload.requestId, index);
      return { mode, content, targets, media, queue, key, isDuplicateAllowed: upload.isDuplicateAllowed };
    }),
  );
  for (const [at, row] of ready.entries()) {
    const one = made[at];
    if (one?.kind === 'created') row.postId = one.post.id;
    if (one?.kind === 'refused') noteFault(row, one.error);
  }
  // A rival with the same name was quicker.
  await findReplays(
    ctx,
    ready.filter((_, at) => made[at]?.kind === 'existing'),
    upload.requestId,
  );
}
