import type { Ctx } from '../../context.ts';
import { draftContents, duplicateMessage, findDuplicates } from '../rules/guard-duplicates.ts';
import type { ReadyRow } from './upload-row.ts';

const rowMark = 'row ';

export async function checkDuplicates(ctx: Ctx, rows: readonly ReadyRow[]): Promise<void> {
  const contents = rows.flatMap(({ index, post }) => draftContents(`${rowMark}${index}`, post));
  if (contents.length === 0) return;
  const duplicates = new Map((await findDuplicates(ctx, contents)).map((one) => [one.postId, one.existingPostId]));
  for (const { index, notes } of rows) {
    const existing = duplicates.get(`${rowMark}${index}`);
    if (existing === undefined) continue;
    const what = existing.startsWith(rowMark) ? `${existing} has the same content within 24 hours.` : duplicateMessage;
    notes.wrong('post_content', `: ${what} Set allowDuplicate=true to create it anyway.`);
  }
}
