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
  const groups = pattern.exec(header)?.groups;
  if (groups === undefined) return undefined;
  const total = groups['total'] === '*' ? undefined : Number(groups['total']);
  if (groups['probe'] !== undefined) {
    return bodyBytes > 0 ? undefined : { kind: 'probe', first: 0, last: 0, total };
  }
  const [first, last] = [Number(groups['first']), Number(groups['last'])];
  return last < first ? undefined : { kind: 'bytes', first, last, total };
}
