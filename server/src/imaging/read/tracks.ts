import type * as Mediabunny from 'mediabunny';
import type { Input, Source } from 'mediabunny';
import { type ByteSource, readRange } from './byte-source.ts';

const readsMax = 512;
const bytesMax = 4 * 1024 * 1024;

type Format = 'MP4' | 'QTFF' | 'WEBM' | 'OGG' | 'MP3' | 'ADTS' | 'WAVE';
type Library = typeof Mediabunny;
export type Tracks = { width: number; height: number; videoCodec?: string } | 'soundOnly';

/** Where few bytes can cause endless work, pass checked bytes in memory. */
export async function lookInto<T>(
  format: Format,
  file: Uint8Array | ByteSource,
  look: (input: Input) => Promise<T>,
): Promise<T | undefined> {
  const library = await import('mediabunny');
  library.Logging.level = library.LogLevel.Silent;
  const failures: unknown[] = [];
  const source = file instanceof Uint8Array ? new library.BufferSource(file) : openRanges(library, file, failures);
  const input = new library.Input({ formats: [library[format]], source });
  try {
    return await look(input);
  } catch {
    // A failing store says nothing about the file.
    if (failures.length > 0) throw failures[0];
    return undefined;
  } finally {
    input.dispose();
  }
}

export async function readTracks(input: Input): Promise<Tracks | undefined> {
  const tracks = await input.getTracks();
  const video = tracks.find((track) => track.isVideoTrack());
  if (video === undefined) return tracks.length > 0 ? 'soundOnly' : undefined;
  const width = Math.round(await video.getDisplayWidth());
  const height = Math.round(await video.getDisplayHeight());
  const videoCodec = await video.getCodec();
  return { width, height, ...(videoCodec === null ? {} : { videoCodec }) };
}

function openRanges(library: Library, file: ByteSource, failures: unknown[]): Source {
  let reads = 0;
  let bytes = 0;
  const read = async (start: number, end: number): Promise<Uint8Array> => {
    reads += 1;
    bytes += end - start;
    if (reads > readsMax || bytes > bytesMax) throw new Error('too much to read');
    try {
      return await readRange(file, start, end);
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  return new library.CustomSource({
    getSize: () => file.sizeBytes,
    read,
    prefetchProfile: 'fileSystem',
    handleUnhandledError: () => undefined,
  });
}
