/** `end` is exclusive. `open` returns undefined when the file does not exist. */
export type ByteSource = {
  sizeBytes: number;
  open(range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | undefined>;
};

/** Stops at the end of the file, and ignores extra bytes. */
export async function readRange(source: ByteSource, start: number, end: number): Promise<Uint8Array> {
  const stop = Math.min(end, source.sizeBytes);
  if (stop <= start) return new Uint8Array(0);
  const chunks = await source.open({ start, end: stop });
  if (chunks === undefined) throw new Error('the file no longer exists');
  const bytes = new Uint8Array(stop - start);
  let filled = 0;
  for await (const chunk of chunks) {
    const part = chunk.subarray(0, bytes.length - filled);
    bytes.set(part, filled);
    filled += part.length;
    if (filled === bytes.length) break;
  }
  return bytes.subarray(0, filled);
}
