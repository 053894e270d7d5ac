import { type ByteSource, readRange } from './byte-source.ts';
import { readImageHeader } from './image-header.ts';
import { findMovie } from './iso-movie.ts';
import { findPdfFault } from './pdf.ts';
import { sniff } from './sniff.ts';
import { readSound } from './sound.ts';
import { lookInto, readTracks, type Tracks } from './tracks.ts';
import { readWebm } from './webm.ts';

export type MediaType = 'image' | 'video' | 'gif' | 'document' | 'audio';
export type Probed =
  | {
      kind: 'media';
      contentType: string;
      type: MediaType;
      width?: number;
      height?: number;
      durationMs?: number;
      /** Such as `avc`, `hevc` or `vp9`. */
      videoCodec?: string;
    }
  | { kind: 'refused'; reason: string };

const headBytes = 64 * 1024;

/** Throws only when the file cannot be read. */
export async function probe(source: ByteSource): Promise<Probed> {
  if (source.sizeBytes <= 0) return refused('The file is empty.');
  const head = await readRange(source, 0, headBytes);
  const sniffed = await sniff(head);
  if (sniffed.kind === 'refused') return sniffed;
  const { contentType } = sniffed;
  if (contentType.startsWith('image/')) return probeImage(source, contentType, head);
  if (contentType === 'application/pdf') {
    const fault = await findPdfFault(source, head);
    return fault === undefined ? { kind: 'media', contentType, type: 'document' } : refused(fault);
  }
  // No reader exists for these containers.
  if (contentType === 'video/mpeg' || contentType === 'video/x-msvideo') {
    return { kind: 'media', contentType, type: 'video' };
  }
  if (contentType === 'video/webm') return probeWebm(source, head);
  if (contentType.startsWith('video/') || contentType === 'audio/mp4') return probeMovie(source, contentType, head);
  const sound = await readSound(source, contentType, head);
  if (sound === undefined) return refused(`The file begins like ${contentType} but cannot be read as that.`);
  return { kind: 'media', contentType, type: 'audio', ...lasting(sound.durationMs) };
}

async function probeImage(source: ByteSource, contentType: string, head: Uint8Array): Promise<Probed> {
  const header = await readImageHeader(source, contentType, head);
  if (header.kind === 'refused') return header;
  const type = contentType === 'image/gif' ? 'gif' : 'image';
  return { kind: 'media', contentType, type, width: header.width, height: header.height };
}

async function probeWebm(source: ByteSource, head: Uint8Array): Promise<Probed> {
  const webm = await readWebm(source, head);
  if (webm === undefined) return refused('The WebM video is damaged or truncated: it describes no tracks.');
  return describe('video/webm', webm.tracks, webm.durationMs);
}

async function probeMovie(source: ByteSource, contentType: string, head: Uint8Array): Promise<Probed> {
  const movie = await findMovie(source, head);
  if (movie.kind === 'refused') return movie;
  const quickTime = contentType === 'video/quicktime';
  // Behind this file header, the library finds only the index.
  const beginning = Buffer.from(`\0\0\0\x14ftyp${quickTime ? 'qt  ' : 'isom'}\0\0\0\0isom`, 'latin1');
  const bytes = Buffer.concat([beginning, movie.index]);
  const tracks = await lookInto(quickTime ? 'QTFF' : 'MP4', bytes, readTracks);
  if (tracks === undefined) return refused('The video is damaged: its index (moov) describes no readable track.');
  return describe(contentType, tracks, movie.durationMs);
}

function describe(contentType: string, tracks: Tracks, durationMs: number | undefined): Probed {
  if (tracks === 'soundOnly') {
    const isMp4 = contentType === 'video/mp4' || contentType === 'audio/mp4';
    if (!isMp4) return refused(`The file is ${contentType} with audio only and no video.`);
    return { kind: 'media', contentType: 'audio/mp4', type: 'audio', ...lasting(durationMs) };
  }
  if (tracks.width <= 0 || tracks.height <= 0) return refused('The video has no width or no height.');
  const shown = contentType === 'audio/mp4' ? 'video/mp4' : contentType;
  return { kind: 'media', contentType: shown, type: 'video', ...tracks, ...lasting(durationMs) };
}

function lasting(durationMs: number | undefined): { durationMs?: number } {
  return durationMs === undefined ? {} : { durationMs };
}

function refused(reason: string): Probed {
  return { kind: 'refused', reason };
}
