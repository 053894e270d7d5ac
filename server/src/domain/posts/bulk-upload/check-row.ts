import { readNewPost } from '../../../schemas/new-post.ts';
import type { Ctx } from '../../context.ts';
import { distinctItems } from '../media/gather-media.ts';
import { readTargets } from '../request/find-targets.ts';
import { readContent } from '../request/read-content.ts';
import { requireMode, type Mode } from '../request/read-mode.ts';
import { requireLead } from '../rules/require-lead.ts';
import { noteFault } from './note-fault.ts';
import type { Places } from './places.ts';
import type { ReadRow } from './read-row.ts';
import type { UploadRow } from './upload-row.ts';

/** The rules that every post is held to, but for those that files, queues and other posts decide. */
export function checkRow(ctx: Ctx, row: UploadRow, { read, places }: { read: ReadRow; places: Places }): void {
  if (row.notes.errors.length > 0) return;
  try {
    const input = readNewPost(read.body);
    const mode = requireMode(input);
    const content = readContent(input);
    const targets = readTargets(ctx, input.platforms ?? [], places.accounts);
    const now = targets[0]?.account.now ?? ctx.clock.now();
    requireLead(mode, now);
    const urls = distinctItems(input.mediaItems ?? []).map(({ item }) => item.url);
    row.wanted = { mode, content, targets, urls, dueAt: dueAt(mode, now), media: [] };
  } catch (error) {
    noteFault(row, error);
  }
}

/** A slot is known later. */
function dueAt(mode: Mode, now: Date): Date | null {
  if (mode.kind === 'at') return mode.scheduledFor;
  return mode.kind === 'now' ? now : null;
}
