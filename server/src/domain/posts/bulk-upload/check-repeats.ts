import type { Ctx } from '../../context.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { listRepeats } from '../guard-duplicates.ts';
import { publishedText } from '../published-text.ts';
import type { KnownFiles } from './check-files.ts';
import type { ReadyRow } from './upload-row.ts';

const rowMark = 'row ';

/** What another post says already, or a row above, on the same account within a day. */
export async function checkRepeats(ctx: Ctx, rows: readonly ReadyRow[], known: KnownFiles): Promise<void> {
  const sayings = rows.flatMap(({ index, wanted: { content, targets, urls, dueAt } }) => {
    if (dueAt === null) return [];
    const files = urls.flatMap((url) => {
      const file = known.get(url);
      return file?.kind === 'known' ? [file] : [];
    });
    return targets.map(({ account, customContent }) => {
      const fingerprint = fingerprintOf(publishedText(content, customContent), files);
      return { postId: `${rowMark}${index}`, accountId: account.id, fingerprint, dueAt };
    });
  });
  if (sayings.length === 0) return;
  const repeats = new Map((await listRepeats(ctx, sayings)).map((one) => [one.postId, one.existingPostId]));
  for (const { index, notes } of rows) {
    const existing = repeats.get(`${rowMark}${index}`);
    if (existing === undefined) continue;
    const what = existing.startsWith(rowMark) ? `${existing} says the same` : 'the same goes out, or went out,';
    notes.wrong('post_content', `: ${what} on this account within 24 hours; allowDuplicate=true makes it all the same`);
  }
}
