import type { Metadata } from 'sharp';
import { type ByteSource, readRange } from './byte-source.ts';
import { loadSharp, type OpenImage } from '../convert/load-sharp.ts';
import { countWebpChunks } from './webp-chunks.ts';

export const pixelsMax = 50_000_000;
const pixelsOfAllFramesMax = 200_000_000;
const steps = [64, 256, 1024, 4096].map((kibibytes) => kibibytes * 1024);
const wholeWebpMax = 32 * 1024 * 1024;
const webpChunksMax = 5000;
const jpegSegmentsMax = 1000;

type ImageHeader = { kind: 'image'; width: number; height: number } | { kind: 'refused'; reason: string };
type Frame = { width: number; height: number; frames: number };

/** Decodes no pixels; the size is after EXIF rotation. */
export async function readImageHeader(source: ByteSource, contentType: string, head: Uint8Array): Promise<ImageHeader> {
  const open = await loadSharp();
  const format = contentType.slice('image/'.length);
  const frame = format === 'webp' ? await findWebpHeader(open, source) : await findHeader(open, source, format, head);
  if (frame === undefined) {
    return { kind: 'refused', reason: `The file begins like ${contentType} but has no readable image header.` };
  }
  const { width, height, frames } = frame;
  if (width <= 0 || height <= 0) return { kind: 'refused', reason: 'The image has no width or no height.' };
  const size = `${width}×${height}`;
  const pixels = width * height;
  if (pixels > pixelsMax) {
    return {
      kind: 'refused',
      reason: `The image is too large: ${size} is ${inMillions(pixels)} megapixels, but at most 50 are accepted.`,
    };
  }
  if (pixels * frames > pixelsOfAllFramesMax) {
    const all = inMillions(pixels * frames);
    return {
      kind: 'refused',
      reason: `The image is too large: ${frames} frames of ${size} are ${all} megapixels, but at most 200 are accepted.`,
    };
  }
  return { kind: 'image', width, height };
}

async function findHeader(
  open: OpenImage,
  source: ByteSource,
  format: string,
  head: Uint8Array,
): Promise<Frame | undefined> {
  let bytes = head;
  let frame: Frame | undefined;
  for (const step of steps) {
    const before = bytes.length;
    if (step > before) bytes = Buffer.concat([bytes, await readRange(source, before, step)]);
    if (format === 'jpeg' && countJpegSegments(bytes) > jpegSegmentsMax) return undefined;
    frame = await readHeader(open, bytes, format);
    // A GIF's frames are counted in what was read so far, so its first header is not enough.
    if (frame !== undefined && format !== 'gif') return frame;
    if (bytes.length >= source.sizeBytes || (step > before && bytes.length === before)) break;
  }
  if (frame === undefined || bytes.length >= source.sizeBytes) return frame;
  return { ...frame, frames: Math.ceil((frame.frames * source.sizeBytes) / bytes.length) };
}

/**
 * The WebP reader needs the whole file for its header, and its work grows with the square of the frames: hours for a
 * hostile file.
 */
async function findWebpHeader(open: OpenImage, source: ByteSource): Promise<Frame | undefined> {
  if (source.sizeBytes > wholeWebpMax) return undefined;
  if ((await countWebpChunks(source, webpChunksMax)) > webpChunksMax) return undefined;
  return readHeader(open, await readRange(source, 0, source.sizeBytes), 'webp');
}

/** The reader keeps every segment: a few megabytes of empty ones would take hundreds of megabytes of memory. */
function countJpegSegments(bytes: Uint8Array): number {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let count = 0;
  for (let at = view.indexOf(0xff, 2); at !== -1 && at + 4 <= view.length; at = view.indexOf(0xff, at)) {
    const marker = view[at + 1] ?? 0;
    if (marker === 0xda) break;
    const isSegment = marker !== 0 && marker !== 0xff;
    if (isSegment) count += 1;
    at += isSegment ? 2 + view.readUInt16BE(at + 2) : 1;
  }
  return count;
}

async function readHeader(open: OpenImage, bytes: Uint8Array, format: string): Promise<Frame | undefined> {
  let header: Metadata;
  try {
    header = await open(bytes, { limitInputPixels: false, failOn: 'none' }).metadata();
  } catch {
    return undefined;
  }
  // sharp may choose its reader by other bytes than `sniff`.
  if (header.format !== format) return undefined;
  const { width, height } = header.autoOrient;
  const canvas = format === 'gif' ? readCanvas(bytes) : { width: 0, height: 0 };
  const frames = header.pages ?? 1;
  return { width: Math.max(width, canvas.width), height: Math.max(height, canvas.height), frames };
}

/** The GIF reader replaces a canvas that it considers too large by the first frame; viewers do not. */
function readCanvas(bytes: Uint8Array): { width: number; height: number } {
  const header = Buffer.from(bytes.subarray(0, 10));
  return { width: header.readUInt16LE(6), height: header.readUInt16LE(8) };
}

function inMillions(pixels: number): string {
  return (pixels / 1_000_000).toFixed(0);
}
