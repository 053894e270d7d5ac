import { Readable } from 'node:stream';

/** `end` is exclusive. A range beyond the last byte is valid and empty. */
export type ByteRange = { start: number; end: number };

export function checkRange(range: ByteRange | undefined): void {
  if (range === undefined) return;
  const { start, end } = range;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError(`Not a range of bytes: ${start} to ${end}.`);
  }
}

export function noBytes(): AsyncIterable<Uint8Array> {
  return Readable.from([]);
}

/** Without a listener, a stream that fails before it is read would end the process; its reader still gets the error. */
export function readable(stream: Readable): AsyncIterable<Uint8Array> {
  return stream.on('error', () => undefined);
}
