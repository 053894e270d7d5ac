type Range = { start: number; end: number };

/** `end` is exclusive. Several or invalid ranges are ignored, which returns the whole file. */
export function readRange(header: string | undefined, sizeBytes: number): Range | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const range = first === '' ? lastBytes(Number(last), sizeBytes) : between(Number(first), last, sizeBytes);
  if (range.end < range.start && range.start < sizeBytes) return undefined;
  return range.start >= sizeBytes ? 'unsatisfiable' : range;
}

function lastBytes(count: number, sizeBytes: number): Range {
  return { start: Math.max(0, sizeBytes - count), end: sizeBytes };
}

function between(start: number, last: string, sizeBytes: number): Range {
  return { start, end: last === '' ? sizeBytes : Math.min(sizeBytes, Number(last) + 1) };
}
