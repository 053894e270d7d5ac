import type { PostMediaItem, PostTargetRow } from '../../../db/post-rows.ts';

export type StoredThreadItem<Media = PostMediaItem> = { content: string; media: readonly Media[] };

type Settings = PostTargetRow['settings'];

export const threadKey = 'threadItems';

export function threadOf<Media = PostMediaItem>(settings: Settings): readonly StoredThreadItem<Media>[] {
  return (settings?.[threadKey] ?? []) as readonly StoredThreadItem<Media>[];
}

export function threadFiles(settings: Settings): string[] {
  return threadOf(settings).flatMap(({ media }) => media.map(({ key }) => key));
}
