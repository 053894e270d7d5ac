import { writeCsvLine } from '../../../kernel/text/csv.ts';
import type { PostExportQuery } from '../../../schemas/post.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import type { StoredPost } from '../model/post.ts';
import { selectPostBatch, type PostFilter } from '../store/post-store.ts';
import { readPostFilter } from '../request/read-filter.ts';
import { selectTargets } from '../store/target-store.ts';
import { exportColumns } from './export-row.ts';

const batchMax = 100;
const pieceLength = 64 * 1024;

/** Reads the first batch before the response starts, so that errors can still be reported. */
export async function exportPosts(ctx: Ctx, query: PostExportQuery): Promise<AsyncGenerator<Uint8Array>> {
  const filter = await readPostFilter(ctx, query);
  return writePosts(ctx, filter, await readBatch(ctx, filter, undefined));
}

async function* writePosts(ctx: Ctx, filter: PostFilter, first: Batch): AsyncGenerator<Uint8Array> {
  const columns = exportColumns(ctx);
  const encoder = new TextEncoder();
  let text = writeCsvLine(columns.map(({ name }) => name));
  for (let batch: Batch | undefined = first; batch !== undefined; batch = await nextBatch(ctx, filter, batch)) {
    for (const post of batch) {
      text += writeCsvLine(columns.map(({ write }) => write(post)));
      if (text.length < pieceLength) continue;
      yield encoder.encode(text);
      text = '';
    }
  }
  if (text !== '') yield encoder.encode(text);
}

type Batch = readonly (StoredPost & { at: string })[];

async function nextBatch(ctx: Ctx, filter: PostFilter, before: Batch): Promise<Batch | undefined> {
  if (before.length < batchMax) return undefined;
  try {
    return await readBatch(ctx, filter, before.at(-1));
  } catch (error) {
    // The response has started, so the client only sees it end early.
    ctx.log.error({ operation: 'export posts', err: error }, 'failed');
    throw error;
  }
}

async function readBatch(ctx: Ctx, filter: PostFilter, after: Batch[number] | undefined): Promise<Batch> {
  const scope = scopeOf(ctx.caller);
  const rows = await selectPostBatch(ctx.db, scope, { ...filter, after, limit: batchMax });
  const ids = rows.map(({ id }) => id);
  const targets = Map.groupBy(await selectTargets(ctx.db, scope, ids), ({ postId }) => postId);
  return rows.map((row) => ({ ...row, targets: targets.get(row.id) ?? [] }));
}
