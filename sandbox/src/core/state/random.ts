import { createHash, randomBytes } from 'node:crypto';

export type Random = {
  bytes(count: number): Buffer;
  digits(count: number): string;
  /** Default alphabet: base64url. */
  text(count: number, alphabet?: string): string;
  /** Blocks that a seeded generator has produced; it continues there after a restart. */
  drawn(): number;
  restore(drawn: number): void;
};

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function createRandom(seed?: string): Random {
  let drawn = 0;
  const block = (): Buffer => {
    drawn += 1;
    return createHash('sha256')
      .update(`${seed ?? ''}:${drawn}`)
      .digest();
  };
  const bytes = (count: number): Buffer => {
    if (seed === undefined) return randomBytes(count);
    const blocks = Array.from({ length: Math.ceil(count / 32) }, block);
    return Buffer.concat(blocks).subarray(0, count);
  };
  const text = (count: number, alphabet = base64url): string =>
    Array.from({ length: count }, (_, index) => index)
      .map(pick(bytes(count * 2), alphabet))
      .join('');
  return {
    bytes,
    text,
    // Platforms that send IDs as numbers would lose a leading zero.
    digits: (count) => text(1, '123456789') + text(count - 1, '0123456789'),
    drawn: () => drawn,
    restore: (remembered) => {
      drawn = remembered;
    },
  };
}

const pick = (source: Buffer, alphabet: string) => (index: number) =>
  alphabet.charAt(source.readUInt16BE(index * 2) % alphabet.length);
