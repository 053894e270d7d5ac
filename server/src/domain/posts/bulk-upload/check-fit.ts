import type { Ctx } from '../../context.ts';
import { findIssues } from '../rules/check-post.ts';
import { isGuessed } from '../media/inspect-file.ts';
import type { MediaFacts } from '../../../platforms/adapter.ts';
import { noteIssue } from './note-fault.ts';
import type { ReadyRow } from './upload-row.ts';

/** `isChecked`: false where the file has only been guessed at. */
type File = { facts: MediaFacts; isChecked: boolean };

/** The rules of the networks. Drafts are held to those of their settings alone: a cell means what it says or nothing. */
export async function checkFit(ctx: Pick<Ctx, 'imaging'>, row: ReadyRow, files: readonly File[]): Promise<void> {
  const { content, targets, mode } = row.wanted;
  const media = files.map(({ facts }) => facts);
  const unchecked = files.flatMap(({ isChecked }, at) => (isChecked ? [] : [`mediaItems[${at}]`]));
  for (const issue of await findIssues(ctx.imaging.mends, { content, targets, media })) {
    if (mode.kind === 'draft' && issue.rule !== 'settings') continue;
    if (!isGuessed(issue, unchecked)) noteIssue(row, issue);
  }
}
