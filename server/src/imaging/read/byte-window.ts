import { type ByteSource, readRange } from './byte-source.ts';

/** Ranges must ascend, so that little of the file is in memory. */
export type ByteWindow = { read(start: number, end: number): Promise<Buffer> };

const windowBytes = 512 * 1024;

export function openWindow(source: ByteSource): ByteWindow {
  let at = 0;
  let held: Buffer = Buffer.alloc(0);
  return {
    read: async (start, end) => {
      if (start < at || end > at + held.length) {
        const bytes = await readRange(source, start, Math.max(end, start + windowBytes));
        [at, held] = [start, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)];
      }
      return held.subarray(start - at, end - at);
    },
  };
}
