import { type ByteSource, readRange } from './byte-source.ts';
import { lookInto, readTracks, type Tracks } from './tracks.ts';

const seekHead = Buffer.from('114d9b74', 'hex');
const cues = Buffer.from('1c53bb6b', 'hex');
const attachments = Buffer.from('1941a469', 'hex');
const prefixes = [64 * 1024, 1024 * 1024];

/** Reads only the first part: a WebM is described before its first cluster. */
export async function readWebm(
  source: ByteSource,
  head: Uint8Array,
): Promise<{ tracks: Tracks; durationMs: number | undefined } | undefined> {
  for (const prefix of prefixes) {
    const bytes = Math.min(prefix, source.sizeBytes) <= head.length ? head : await readRange(source, 0, prefix);
    const webm = await lookInto('WEBM', withoutJumps(bytes), async (input) => {
      const tracks = await readTracks(input);
      const seconds = (await input.getDurationFromMetadata()) ?? undefined;
      return tracks && { tracks, durationMs: milliseconds(seconds) };
    });
    if (webm !== undefined || bytes.length >= source.sizeBytes) return webm;
  }
  return undefined;
}

/**
 * Seek lists can refer to each other endlessly. Neither they nor the cues are needed, so they become an element that
 * the library skips.
 */
function withoutJumps(bytes: Uint8Array): Buffer {
  const copy = Buffer.from(bytes);
  for (const id of [seekHead, cues]) {
    for (let at = copy.indexOf(id); at !== -1; at = copy.indexOf(id, at + 4)) attachments.copy(copy, at);
  }
  return copy;
}

export function milliseconds(seconds: number | undefined): number | undefined {
  const value = Math.round((seconds ?? 0) * 1000);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
