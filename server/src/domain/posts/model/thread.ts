import type { PostMediaItem, PostTargetRow } from '../../../db/post-rows.ts';

/** An item of a thread as the settings of a target keep it: with its files instead of their addresses. */
export type StoredThreadItem<Media = PostMediaItem> = { content: string; media: readonly Media[] };

type Settings = PostTargetRow['settings'];

export const threadKey = 'threadItems';

export function threadOf<Media = PostMediaItem>(settings: Settings): readonly StoredThreadItem<Media>[] {
  return (settings?.[threadKey] ?? []) as readonly StoredThreadItem<Media>[];
}

/** The files that a target has besides those of its post. */
export function threadFiles(settings: Settings): string[] {
  return threadOf(settings).flatMap(({ media }) => media.map(({ key }) => key));
}
