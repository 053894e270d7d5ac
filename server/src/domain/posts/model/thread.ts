import type { PostMediaItem, PostTargetRow } from '../../../db/post-rows.ts';

/** A thread item as stored in the settings of a target: with stored files instead of URLs. */
export type StoredThreadItem<Media = PostMediaItem> = { content: string; media: readonly Media[] };

type Settings = PostTargetRow['settings'];

export const threadKey = 'threadItems';

export function threadOf<Media = PostMediaItem>(settings: Settings): readonly StoredThreadItem<Media>[] {
  return (settings?.[threadKey] ?? []) as readonly StoredThreadItem<Media>[];
}

/** The keys of the files in the thread of a target. */
export function threadFiles(settings: Settings): string[] {
  return threadOf(settings).flatMap(({ media }) => media.map(({ key }) => key));
}
