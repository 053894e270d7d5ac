import type { Ctx } from '../../context.ts';
import { contentHash } from '../model/content-hash.ts';
import { duplicateMessage, findDuplicates } from '../rules/guard-duplicates.ts';
import { publishedParts } from '../model/published-text.ts';
import type { KnownFiles } from './check-files.ts';
import type { ReadyRow } from './upload-row.ts';

const rowMark = 'row ';

/** What another post says already, or a row above, on the same account within a day. */
export async function checkRepeats(ctx: Ctx, rows: readonly ReadyRow[], known: KnownFiles): Promise<void> {
  const contents = rows.flatMap(({ index, wanted: { content, targets, urls, dueAt } }) => {
    if (dueAt === null) return [];
    const files = urls.flatMap((url) => {
      const file = known.get(url);
      return file?.kind === 'known' ? [file] : [];
    });
    return targets.map(({ account, customContent, settings }) => {
      const fingerprint = contentHash(publishedParts(content, { customContent, settings, media: files }));
      return { postId: `${rowMark}${index}`, accountId: account.id, fingerprint, dueAt };
    });
  });
  if (contents.length === 0) return;
  const repeats = new Map((await findDuplicates(ctx, contents)).map((one) => [one.postId, one.existingPostId]));
  for (const { index, notes } of rows) {
    const existing = repeats.get(`${rowMark}${index}`);
    if (existing === undefined) continue;
    const what = existing.startsWith(rowMark) ? `${existing} has the same content within 24 hours.` : duplicateMessage;
    notes.wrong('post_content', `: ${what} Set allowDuplicate=true to create it anyway.`);
  }
}
