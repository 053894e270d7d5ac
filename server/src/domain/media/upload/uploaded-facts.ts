import type { MediaRow } from '../../../db/rows.ts';
import type { Probed } from '../../../imaging/read/probe.ts';

export type UploadedFacts = Pick<
  MediaRow,
  'contentType' | 'type' | 'sizeBytes' | 'checksum' | 'width' | 'height' | 'durationMs' | 'videoCodec'
>;

type MediaFacts = Extract<Probed, { kind: 'media' }>;

export function uploadedFacts(facts: MediaFacts): Omit<UploadedFacts, 'sizeBytes' | 'checksum'> {
  const { contentType, type, width = null, height = null, videoCodec = null, durationMs } = facts;
  return {
    contentType,
    type,
    width,
    height,
    videoCodec,
    durationMs: durationMs === undefined ? null : String(Math.round(durationMs)),
  };
}
