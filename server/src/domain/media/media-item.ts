import type { PostMediaItem } from '../../db/post-rows.ts';
import type { MediaRow } from '../../db/rows.ts';

/** Does not change once the file is attached. */
export type MediaItem = PostMediaItem;

export function mediaItemOf(row: MediaRow, title: string): MediaItem {
  const { key, type, width, height, durationMs, videoCodec, checksum } = row;
  if (row.sizeBytes === null || type === 'audio') throw new Error('the file cannot be used in a post');
  return {
    key,
    title,
    type,
    contentType: row.contentType,
    sizeBytes: Number(row.sizeBytes),
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
    ...(durationMs === null ? {} : { durationMs: Number(durationMs) }),
    ...(videoCodec === null ? {} : { videoCodec }),
    // Missing for direct uploads to a store without versions: no two of those files count as the same.
    checksum: checksum ?? key,
  };
}
