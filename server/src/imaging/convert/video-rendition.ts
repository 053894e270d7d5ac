import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { amount } from './amount.ts';
import { type ByteSource, readRange } from '../read/byte-source.ts';
import { demuxerOf } from './ffmpeg-arguments.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { probe, type Probed } from '../read/probe.ts';
import { videoRates, type VideoRates } from './video-rates.ts';

export type VideoRule = {
  contentTypes: readonly string[];
  videoCodecs?: readonly string[];
  sizeBytesMax: number;
  durationMs?: { min: number; max: number };
};
export type RenderedVideo = {
  contentType: 'video/mp4';
  sizeBytes: number;
  changes: readonly string[];
  open(): AsyncIterable<Uint8Array>;
};
export type VideoRendition =
  | { kind: 'rendered'; changes: readonly string[] }
  | { kind: 'impossible'; rule: 'mediaType' | 'mediaSize' | 'mediaDuration'; reason: string };

type MediaFacts = Extract<Probed, { kind: 'media' }>;
type Impossible = Extract<VideoRendition, { kind: 'impossible' }>;
type Original = { facts: MediaFacts; sizeBytes: number; rule: VideoRule; isTaken: boolean };
type Measured = Extract<Awaited<ReturnType<Ffmpeg['measure']>>, { kind: 'measured' }>;
type Conversion = { ffmpeg: Ffmpeg; folder: string; input: string; demuxer: string };
type Result = { kind: 'rendered'; video: RenderedVideo } | { kind: 'tooLarge' } | Impossible;

/** Parts of the allowed size to aim for: first, and again if the result is too large. */
const shares = [0.94, 0.7];

/** Never changes the duration. The file exists until `keep` resolves. */
export async function renderVideo(
  { ffmpeg, folder }: Pick<Conversion, 'ffmpeg' | 'folder'>,
  { source, rule }: { source: ByteSource; rule: VideoRule },
  keep: (video: RenderedVideo) => Promise<void>,
): Promise<VideoRendition> {
  if (!rule.contentTypes.includes('video/mp4')) {
    return impossible('mediaType', `Only ${rule.contentTypes.join(', ')} is accepted, which Herald cannot create.`);
  }
  const facts = await probe(source);
  if (facts.kind === 'refused') return impossible('mediaType', facts.reason);
  const demuxer = demuxerOf(facts.contentType, await readRange(source, 0, 4));
  if (demuxer === undefined) return impossible('mediaType', `The file is ${facts.contentType}, not a video.`);
  const conversion = { ffmpeg, folder, demuxer, input: join(folder, 'input') };
  await copyOut(source, conversion.input);
  const isTaken = rule.contentTypes.includes(facts.contentType) && isCodecTaken(facts, rule);
  const result = await convert(conversion, { facts, rule, isTaken, sizeBytes: source.sizeBytes });
  if (result.kind === 'impossible') return result;
  if (result.kind === 'tooLarge') return impossible('mediaSize', tooLong(rule, facts.durationMs));
  await keep(result.video);
  return { kind: 'rendered', changes: result.video.changes };
}

async function convert(conversion: Conversion, original: Original): Promise<Result> {
  const { rule, facts, isTaken, sizeBytes } = original;
  const measured = await conversion.ffmpeg.measure(conversion.folder, conversion);
  if (measured.kind === 'failure') return impossible(isTaken ? 'mediaSize' : 'mediaType', measured.reason);
  const { durationMs } = measured;
  if (isShorter(durationMs, facts.durationMs)) return impossible('mediaType', cutShort(durationMs, facts.durationMs));
  const { min, max } = rule.durationMs ?? { min: 0, max: Infinity };
  if (durationMs < min || durationMs > max) {
    return impossible(
      'mediaDuration',
      `The video lasts ${durationMs / 1000} s, but must last ${min / 1000} to ${max / 1000} s.`,
    );
  }
  const fitsAsItIs = sizeBytes <= rule.sizeBytesMax && measured.isH264;
  for (const share of shares) {
    const rates = videoRates({ durationMs, sizeBytesMax: rule.sizeBytesMax, share });
    if (rates === undefined) return impossible('mediaSize', tooLong(rule, durationMs));
    const result = await attempt(conversion, original, { measured, rates, isCopy: fitsAsItIs && share === shares[0] });
    if (result.kind !== 'tooLarge') return result;
  }
  return { kind: 'tooLarge' };
}

type Attempt = { measured: Measured; rates: VideoRates; isCopy: boolean };

async function attempt(
  conversion: Conversion,
  original: Original,
  { measured, rates, isCopy }: Attempt,
): Promise<Result> {
  const { ffmpeg, folder, demuxer, input } = conversion;
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
  const outputFacts = await probe(fileSource(output, sizeBytes));
  if (outputFacts.kind === 'refused' || outputFacts.contentType !== 'video/mp4')
    return fault('ffmpeg did not create an MP4 video.');
  if (isShorter(outputFacts.durationMs ?? 0, measured.durationMs))
    return fault(cutShort(outputFacts.durationMs, measured.durationMs));
  const changes = describeChanges(original, { ...outputFacts, sizeBytes });
  const open = (): AsyncIterable<Uint8Array> => createReadStream(output);
  return { kind: 'rendered', video: { contentType: 'video/mp4', sizeBytes, changes, open } };
}

function describeChanges({ facts, sizeBytes, rule }: Original, output: MediaFacts & { sizeBytes: number }): string[] {
  const changes: string[] = [];
  if (facts.contentType !== 'video/mp4')
    changes.push(`${names[facts.contentType] ?? facts.contentType} converted to MP4`);
  if (!isCodecTaken(facts, rule)) changes.push(`transcoded from ${facts.videoCodec ?? ''} to H.264`);
  if (sizeBytes > rule.sizeBytesMax)
    changes.push(`compressed from ${amount(sizeBytes)} to ${amount(output.sizeBytes)}`);
  const { width = 0, height = 0 } = facts;
  // Odd sizes lose a row or column.
  if (width - (output.width ?? 0) > 1 || height - (output.height ?? 0) > 1) {
    changes.push(`shrunk from ${width}×${height} to ${output.width}×${output.height}`);
  }
  return changes;
}

function isCodecTaken({ videoCodec }: MediaFacts, { videoCodecs }: VideoRule): boolean {
  return videoCodecs === undefined || videoCodec === undefined || videoCodecs.includes(videoCodec);
}

const names: Readonly<Record<string, string>> = {
  'video/webm': 'WebM',
  'video/quicktime': 'QuickTime',
  'video/x-m4v': 'M4V',
  'video/x-msvideo': 'AVI',
  'video/mpeg': 'MPEG',
};

/** Streams end slightly apart from each other and from the header's duration. */
function isShorter(actualMs: number, expectedMs: number | undefined): boolean {
  return expectedMs !== undefined && actualMs < expectedMs * 0.98 - 1000;
}

function cutShort(actualMs = 0, expectedMs = 0): string {
  return `The video is damaged: ${seconds(actualMs)} of its ${seconds(expectedMs)} can be read.`;
}

function tooLong({ sizeBytesMax }: VideoRule, durationMs: number | undefined): string {
  const length = durationMs === undefined ? 'The video' : `A video of ${seconds(durationMs)}`;
  return `${length} cannot be compressed to ${amount(sizeBytesMax)}.`;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

async function copyOut(source: ByteSource, path: string): Promise<void> {
  const bytes = await source.open();
  if (bytes === undefined) throw new Error('the file no longer exists');
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
