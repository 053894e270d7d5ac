import type { PostMediaItem } from '../../db/post-rows.ts';
import type { MediaRow } from '../../db/rows.ts';

/** What is known of a file no longer changes once it is attached. */
export type MediaItem = PostMediaItem;

export function mediaItemOf(row: MediaRow, title: string): MediaItem {
  const { key, type, width, height, duration_ms: durationMs, video_codec: videoCodec, checksum } = row;
  if (row.size_bytes === null || type === 'audio') throw new Error('not a file for a post');
  return {
    key,
    title,
    type,
    contentType: row.content_type,
    sizeBytes: Number(row.size_bytes),
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
    ...(durationMs === null ? {} : { durationMs: Number(durationMs) }),
    ...(videoCodec === null ? {} : { videoCodec }),
    // Only a store without versions of its own has none, and only for what went past us: then each file is its own.
    checksum: checksum ?? key,
  };
}
