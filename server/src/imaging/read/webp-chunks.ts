import type { ByteSource } from './byte-source.ts';

const headerBytes = 8;

/** Keeps nothing in memory. */
export async function countWebpChunks(source: ByteSource, countMax: number): Promise<number> {
  const header = Buffer.alloc(headerBytes);
  let count = 0;
  let position = 0;
  // Of the next header.
  let next = 12;
  let filled = 0;
  for await (const chunk of (await source.open()) ?? []) {
    while (next + filled < position + chunk.length) {
      const from = next + filled - position;
      const part = chunk.subarray(from, from + headerBytes - filled);
      header.set(part, filled);
      filled += part.length;
      if (filled < headerBytes) break;
      const size = header.readUInt32LE(4);
      next += headerBytes + size + (size % 2);
      filled = 0;
      count += 1;
      if (count > countMax) return count;
    }
    position += chunk.length;
  }
  return count;
}
