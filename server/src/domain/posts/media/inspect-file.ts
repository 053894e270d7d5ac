import type { MediaFacts } from '../../../platforms/adapter.ts';
import type { PostIssue } from '../../../schemas/post.ts';
import type { Ctx } from '../../context.ts';
import { findMedia } from '../../media/find-media.ts';
import { mediaItemOf } from '../../media/media-item.ts';

/** `isChecked`: not merely guessed. */
export type InspectedFile =
  { kind: 'known'; facts: MediaFacts; checksum: string; isChecked: boolean } | { kind: 'unavailable'; reason: string };

export const uncheckedMessage = 'The file lies elsewhere: it is fetched and checked when the post is made';

/** What can be said of a file before anything is fetched. */
export async function inspectFile(ctx: Ctx, url: string): Promise<InspectedFile> {
  const found = await findMedia(ctx, url);
  if (found.kind === 'unavailable') return found;
  if (found.kind === 'elsewhere') return { kind: 'known', facts: guessFacts(url), checksum: url, isChecked: false };
  const { checksum, ...facts } = mediaItemOf(found.row, '');
  return { kind: 'known', facts, checksum, isChecked: true };
}

/** What was only guessed is not held against a post: neither a file by itself, nor what stands beside it. Pure. */
export function isGuessed({ field, rule }: Pick<PostIssue, 'field' | 'rule'>, unchecked: readonly string[]): boolean {
  return unchecked.length > 0 && (rule === 'mediaMix' || (field !== null && unchecked.includes(field)));
}

/** By the end of its name; what it is will be seen when it is fetched. */
function guessFacts(url: string): MediaFacts {
  const end = /\.([a-z0-9]+)$/i.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase() ?? '';
  if (['mp4', 'mov', 'm4v', 'webm', 'avi', 'mpeg', 'mpg'].includes(end)) {
    return { type: 'video', contentType: 'video/mp4', sizeBytes: undefined };
  }
  if (end === 'gif') return { type: 'gif', contentType: 'image/gif', sizeBytes: undefined };
  return { type: 'image', contentType: 'image/jpeg', sizeBytes: undefined };
}
