import type { MediaFacts } from '../../../platforms/adapter.ts';
import type { CreatePost, PostIssue } from '../../../schemas/post.ts';
import type { Ctx } from '../../context.ts';
import { findMedia } from '../../media/find-media.ts';
import { mediaItemOf } from '../../media/media-item.ts';
import { threadKey } from '../model/thread.ts';
import type { TargetDraft } from '../request/find-targets.ts';
import type { Problems } from '../rules/problems.ts';
import type { Files, FileSource, HashedFacts } from './file-source.ts';
import { distinctItems } from './gather-media.ts';
import { threadInputOf, threadPathOf } from './gather-threads.ts';

/** `isChecked`: read from the stored file, not guessed from its name. */
export type InspectedFile =
  { kind: 'known'; facts: MediaFacts; checksum: string; isChecked: boolean } | { kind: 'unavailable'; reason: string };

export const uncheckedMessage = 'The file is hosted elsewhere. It is fetched and checked when the post is created.';

export async function inspectFile(ctx: Ctx, url: string): Promise<InspectedFile> {
  const media = await findMedia(ctx, url);
  if (media.kind === 'unavailable') return media;
  if (media.kind === 'elsewhere') return { kind: 'known', facts: guessFacts(url), checksum: url, isChecked: false };
  const { checksum, ...facts } = mediaItemOf(media.row, '');
  return { kind: 'known', facts, checksum, isChecked: true };
}

/** Issues that rest on guessed files are not reported. */
export function isGuessed({ field, rule }: Pick<PostIssue, 'field' | 'rule'>, unchecked: readonly string[]): boolean {
  return unchecked.length > 0 && (rule === 'mediaMix' || (field !== null && unchecked.includes(field)));
}

function guessFacts(url: string): MediaFacts {
  const end = /\.([a-z0-9]+)$/i.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase() ?? '';
  if (['mp4', 'mov', 'm4v', 'webm', 'avi', 'mpeg', 'mpg'].includes(end)) {
    return { type: 'video', contentType: 'video/mp4', sizeBytes: undefined };
  }
  if (end === 'gif') return { type: 'gif', contentType: 'image/gif', sizeBytes: undefined };
  return { type: 'image', contentType: 'image/jpeg', sizeBytes: undefined };
}

export const inspectFiles: FileSource<HashedFacts> = async (ctx, { mediaItems, targets }, problems) => {
  const post = await inspectMedia(ctx, mediaItems, { path: 'mediaItems', problems });
  const unchecked = [...post.unchecked];
  const inspected: TargetDraft[] = [];
  for (const target of targets) {
    const thread = await inspectThread(ctx, target, problems);
    unchecked.push(...thread.unchecked);
    inspected.push({ ...target, settings: { ...target.settings, [threadKey]: thread.items } });
  }
  return { media: post.media, targets: inspected, unchecked };
};

type Inspected = Pick<Files<HashedFacts>, 'media' | 'unchecked'>;

async function inspectMedia(
  ctx: Ctx,
  mediaItems: NonNullable<CreatePost['mediaItems']>,
  { path, problems }: { path: string; problems: Problems },
): Promise<Inspected> {
  const media: HashedFacts[] = [];
  const unchecked: string[] = [];
  for (const { item, index } of distinctItems(mediaItems)) {
    const file = await inspectFile(ctx, item.url);
    const issue = { platform: null, accountId: null, field: `${path}[${index}].url` };
    if (file.kind === 'unavailable') {
      problems.addIssues([{ ...issue, rule: 'schema', severity: 'error', message: file.reason }]);
      continue;
    }
    if (!file.isChecked) {
      problems.addIssues([{ ...issue, rule: 'mediaUnchecked', severity: 'warning', message: uncheckedMessage }]);
      unchecked.push(`${path}[${media.length}]`);
    }
    media.push({ ...file.facts, checksum: file.checksum });
  }
  return { media, unchecked };
}

async function inspectThread(
  ctx: Ctx,
  target: TargetDraft,
  problems: Problems,
): Promise<{ items: object[]; unchecked: string[] }> {
  const thread = (await problems.attempt('schema', () => threadInputOf(target))) ?? [];
  const items: object[] = [];
  const unchecked: string[] = [];
  for (const [index, { content = '', mediaItems = [] }] of thread.entries()) {
    const path = `${threadPathOf(target)}[${index}].mediaItems`;
    const inspected = await inspectMedia(ctx, mediaItems, { path, problems });
    unchecked.push(...inspected.unchecked);
    items.push({ content, media: inspected.media });
  }
  return { items, unchecked };
}
