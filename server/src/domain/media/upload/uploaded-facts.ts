import type { MediaRow } from '../../../db/rows.ts';
import type { Probed } from '../../../imaging/probe.ts';

/** What is known of a file once it is there. */
export type UploadedFacts = Pick<
  MediaRow,
  'content_type' | 'type' | 'size_bytes' | 'checksum' | 'width' | 'height' | 'duration_ms' | 'video_codec'
>;

type Found = Extract<Probed, { kind: 'media' }>;

export function uploadedFacts(found: Found): Omit<UploadedFacts, 'size_bytes' | 'checksum'> {
  const { contentType, type, width = null, height = null, videoCodec = null, durationMs } = found;
  return {
    content_type: contentType,
    type,
    width,
    height,
    video_codec: videoCodec,
    duration_ms: durationMs === undefined ? null : String(Math.round(durationMs)),
  };
}
