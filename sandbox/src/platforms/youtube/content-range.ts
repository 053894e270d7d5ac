export type ContentRange = {
  readonly kind: 'probe' | 'bytes';
  readonly first: number;
  readonly last: number;
  readonly total: number | undefined;
};

const pattern = /^bytes (?:(?<probe>\*)|(?<first>\d+)-(?<last>\d+))\/(?<total>\d+|\*)$/;

/** Without the header, the body is the whole file. Undefined when the header is invalid. */
export function contentRange(header: string | undefined, bodyBytes: number): ContentRange | undefined {
  if (header === undefined) {
    return bodyBytes === 0 ? undefined : { kind: 'bytes', first: 0, last: bodyBytes - 1, total: bodyBytes };
  }
  const found = pattern.exec(header)?.groups;
  if (found === undefined) return undefined;
  const total = found['total'] === '*' ? undefined : Number(found['total']);
  if (found['probe'] !== undefined) {
    return bodyBytes > 0 ? undefined : { kind: 'probe', first: 0, last: 0, total };
  }
  const [first, last] = [Number(found['first']), Number(found['last'])];
  return last < first ? undefined : { kind: 'bytes', first, last, total };
}
