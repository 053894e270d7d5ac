import type { Input } from 'mediabunny';
import { type ByteSource, readRange } from './byte-source.ts';
import { lookInto } from './tracks.ts';
import { milliseconds } from './webm.ts';

const measuredBytesMax = 1024 * 1024;
const tailBytes = 128 * 1024;
const streamsMax = 16;

/** Undefined when the file is not what it begins like. */
export async function readSound(
  source: ByteSource,
  contentType: string,
  head: Uint8Array,
): Promise<{ durationMs: number | undefined } | undefined> {
  if (contentType === 'audio/ogg') return readOgg(source, head);
  if (contentType === 'audio/aac') return readAac(source);
  return lookInto(contentType === 'audio/wav' ? 'WAVE' : 'MP3', source, async (input) => {
    await firstTrack(input);
    return { durationMs: milliseconds((await input.getDurationFromMetadata()) ?? undefined) };
  });
}

/** AAC declares no duration, so frames of the first part are extrapolated. */
async function readAac(source: ByteSource): Promise<{ durationMs: number | undefined } | undefined> {
  const bytes = await readRange(source, 0, measuredBytesMax);
  return lookInto('ADTS', bytes, async (input) => {
    await firstTrack(input);
    const seconds = await input.computeDuration();
    return { durationMs: milliseconds((seconds * source.sizeBytes) / bytes.length) };
  });
}

/** The last page states the final position; any other way would read much of the file. */
async function readOgg(source: ByteSource, head: Uint8Array): Promise<{ durationMs: number | undefined } | undefined> {
  if (countStreams(Buffer.from(head)) > streamsMax) return undefined;
  const rate = await lookInto('OGG', head, async (input) => (await firstTrack(input)).getSampleRate());
  if (rate === undefined || rate <= 0) return undefined;
  const tail = Buffer.from(await readRange(source, Math.max(0, source.sizeBytes - tailBytes), source.sizeBytes));
  const serial = head.subarray(14, 18);
  for (let at = tail.lastIndexOf('OggS'); at !== -1; at = at === 0 ? -1 : tail.lastIndexOf('OggS', at - 1)) {
    if (at + 18 > tail.length || !tail.subarray(at + 14, at + 18).equals(serial)) continue;
    const position = tail.readBigInt64LE(at + 6);
    if (position > 0n) return { durationMs: milliseconds(Number(position) / rate) };
  }
  return { durationMs: undefined };
}

function countStreams(head: Buffer): number {
  let streams = 0;
  for (let at = head.indexOf('OggS'); at !== -1; at = head.indexOf('OggS', at + 4)) {
    if (((head[at + 5] ?? 0) & 2) !== 0) streams += 1;
  }
  return streams;
}

async function firstTrack(input: Input) {
  const [track] = await input.getAudioTracks();
  if (track === undefined) throw new Error('the file has no audio');
  return track;
}
