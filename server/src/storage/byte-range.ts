import { Readable } from 'node:stream';

/** `end` is not included. What lies behind the last byte is no fault: there is just nothing to read. */
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

/** A stream that fails before anybody reads it would otherwise end the process; its reader is still told. */
export function readable(stream: Readable): AsyncIterable<Uint8Array> {
  return stream.on('error', () => undefined);
}
