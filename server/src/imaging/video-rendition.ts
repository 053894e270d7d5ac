import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { amount } from './amount.ts';
import { type ByteSource, readRange } from './byte-source.ts';
import { demuxerOf } from './ffmpeg-arguments.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { probe, type Probed } from './probe.ts';
import { videoRates, type VideoRates } from './video-rates.ts';

export type VideoRule = {
  contentTypes: readonly string[];
  videoCodecs?: readonly string[];
  sizeBytesMax: number;
  durationMs?: { min: number; max: number };
};
export type MadeVideo = {
  contentType: 'video/mp4';
  sizeBytes: number;
  changes: readonly string[];
  open(): AsyncIterable<Uint8Array>;
};
export type VideoRendition =
  | { kind: 'rendered'; changes: readonly string[] }
  | { kind: 'impossible'; rule: 'mediaType' | 'mediaSize' | 'mediaDuration'; reason: string };

type Found = Extract<Probed, { kind: 'media' }>;
type Impossible = Extract<VideoRendition, { kind: 'impossible' }>;
type Original = { found: Found; sizeBytes: number; rule: VideoRule; isTaken: boolean };
type Measured = Extract<Awaited<ReturnType<Ffmpeg['measure']>>, { kind: 'measured' }>;
type Place = { ffmpeg: Ffmpeg; folder: string; input: string; demuxer: string };
type Result = { kind: 'made'; video: MadeVideo } | { kind: 'tooLarge' } | Impossible;

/** Of the size allowed, what is aimed at: first, and again where that was too much. */
const shares = [0.94, 0.7];

/** Converts container, codec and size in bytes, never the length. `keep` has the file as long as it takes. */
export async function renderVideo(
  { ffmpeg, folder }: Pick<Place, 'ffmpeg' | 'folder'>,
  { source, rule }: { source: ByteSource; rule: VideoRule },
  keep: (made: MadeVideo) => Promise<void>,
): Promise<VideoRendition> {
  if (!rule.contentTypes.includes('video/mp4')) {
    return impossible('mediaType', `Only ${rule.contentTypes.join(', ')} is taken, which is not made here.`);
  }
  const found = await probe(source);
  if (found.kind === 'refused') return impossible('mediaType', found.reason);
  const demuxer = demuxerOf(found.contentType, await readRange(source, 0, 4));
  if (demuxer === undefined) return impossible('mediaType', `The file is ${found.contentType}, not a video.`);
  const place = { ffmpeg, folder, demuxer, input: join(folder, 'input') };
  await copyOut(source, place.input);
  const isTaken = rule.contentTypes.includes(found.contentType) && isCodecTaken(found, rule);
  const result = await convert(place, { found, rule, isTaken, sizeBytes: source.sizeBytes });
  if (result.kind === 'impossible') return result;
  if (result.kind === 'tooLarge') return impossible('mediaSize', tooLong(rule, found.durationMs));
  await keep(result.video);
  return { kind: 'rendered', changes: result.video.changes };
}

async function convert(place: Place, original: Original): Promise<Result> {
  const { rule, found, isTaken, sizeBytes } = original;
  const measured = await place.ffmpeg.measure(place.folder, place);
  if (measured.kind === 'failure') return impossible(isTaken ? 'mediaSize' : 'mediaType', measured.reason);
  const { durationMs } = measured;
  if (isShorter(durationMs, found.durationMs)) return impossible('mediaType', cutShort(durationMs, found.durationMs));
  const { min, max } = rule.durationMs ?? { min: 0, max: Infinity };
  if (durationMs < min || durationMs > max) {
    return impossible(
      'mediaDuration',
      `The video lasts ${durationMs / 1000} s: from ${min / 1000} to ${max / 1000} s.`,
    );
  }
  const fitsAsItIs = sizeBytes <= rule.sizeBytesMax && measured.isH264;
  for (const share of shares) {
    const rates = videoRates({ durationMs, sizeBytesMax: rule.sizeBytesMax, share });
    if (rates === undefined) return impossible('mediaSize', tooLong(rule, durationMs));
    const result = await attempt(place, original, { measured, rates, isCopy: fitsAsItIs && share === shares[0] });
    if (result.kind !== 'tooLarge') return result;
  }
  return { kind: 'tooLarge' };
}

type Attempt = { measured: Measured; rates: VideoRates; isCopy: boolean };

async function attempt(place: Place, original: Original, { measured, rates, isCopy }: Attempt): Promise<Result> {
  const { ffmpeg, folder, demuxer, input } = place;
  const { rule, isTaken } = original;
  const output = join(folder, 'output.mp4');
  const converted = await ffmpeg.convert(folder, {
    ...{ demuxer, input, output, rates, sizeBytesMax: rule.sizeBytesMax },
    video: isCopy ? 'copy' : 'encode',
    audio: isCopy && measured.isAac ? 'copy' : 'encode',
  });
  const fault = (reason: string): Impossible => impossible(isTaken ? 'mediaSize' : 'mediaType', reason);
  if (converted.kind === 'failure') return fault(converted.reason);
  const sizeBytes = (await stat(output).catch(() => undefined))?.size ?? 0;
  if (sizeBytes > rule.sizeBytesMax) return { kind: 'tooLarge' };
  const made = await probe(fileSource(output, sizeBytes));
  if (made.kind === 'refused' || made.contentType !== 'video/mp4') return fault('What ffmpeg made is no MP4 video.');
  if (isShorter(made.durationMs ?? 0, measured.durationMs))
    return fault(cutShort(made.durationMs, measured.durationMs));
  const changes = describeChanges(original, { ...made, sizeBytes });
  const open = (): AsyncIterable<Uint8Array> => createReadStream(output);
  return { kind: 'made', video: { contentType: 'video/mp4', sizeBytes, changes, open } };
}

function describeChanges({ found, sizeBytes, rule }: Original, made: Found & { sizeBytes: number }): string[] {
  const changes: string[] = [];
  if (found.contentType !== 'video/mp4')
    changes.push(`${names[found.contentType] ?? found.contentType} converted to MP4`);
  if (!isCodecTaken(found, rule)) changes.push(`recoded from ${found.videoCodec ?? ''} to H.264`);
  if (sizeBytes > rule.sizeBytesMax) changes.push(`compressed from ${amount(sizeBytes)} to ${amount(made.sizeBytes)}`);
  const { width = 0, height = 0 } = found;
  // An odd side loses a row or column: nobody sees that.
  if (width - (made.width ?? 0) > 1 || height - (made.height ?? 0) > 1) {
    changes.push(`shrunk from ${width}×${height} to ${made.width}×${made.height}`);
  }
  return changes;
}

function isCodecTaken({ videoCodec }: Found, { videoCodecs }: VideoRule): boolean {
  return videoCodecs === undefined || videoCodec === undefined || videoCodecs.includes(videoCodec);
}

const names: Readonly<Record<string, string>> = {
  'video/webm': 'WebM',
  'video/quicktime': 'QuickTime',
  'video/x-m4v': 'M4V',
  'video/x-msvideo': 'AVI',
  'video/mpeg': 'MPEG',
};

/** Streams end a little apart from each other and from what headers say. */
function isShorter(actualMs: number, expectedMs: number | undefined): boolean {
  return expectedMs !== undefined && actualMs < expectedMs * 0.98 - 1000;
}

function cutShort(actualMs = 0, expectedMs = 0): string {
  return `The video is damaged: ${seconds(actualMs)} of its ${seconds(expectedMs)} can be read.`;
}

function tooLong({ sizeBytesMax }: VideoRule, durationMs: number | undefined): string {
  const length = durationMs === undefined ? 'The video' : `A video of ${seconds(durationMs)}`;
  return `${length} cannot be made to fit ${amount(sizeBytesMax)}.`;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

async function copyOut(source: ByteSource, path: string): Promise<void> {
  const bytes = await source.open();
  if (bytes === undefined) throw new Error('the file is no longer there');
  await pipeline(Readable.from(bytes, { objectMode: false }), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}

function fileSource(path: string, sizeBytes: number): ByteSource {
  return {
    sizeBytes,
    open: async (range) =>
      createReadStream(
        path,
        range === undefined ? {} : { start: range.start, end: Math.max(range.start, range.end - 1) },
      ),
  };
}

function impossible(rule: Impossible['rule'], reason: string): Impossible {
  return { kind: 'impossible', rule, reason };
}
