import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { SealKeys } from './crypto/seal-keys.ts';

export type Cursors = {
  /** `binding`, signed with the value: the user, and filters where they matter. */
  write(value: readonly string[], binding: string): string;
  read(cursor: string, binding: string): string[] | undefined;
};

const lengthMax = 500;

/** Derives its keys from the seal keys, so that all processes accept the same cursors. */
export function createCursors(keys: SealKeys): Cursors {
  const derived = keys.map((key) => Buffer.from(hkdfSync('sha256', key.secret, '', 'herald cursor', 32)));
  const [current = Buffer.alloc(0)] = derived;
  return {
    write: (value, binding) => {
      const text = Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${text}.${sign(current, text, binding).toString('base64url')}`;
    },
    read: (cursor, binding) => {
      const [text = '', mark = '', ...rest] = cursor.length > lengthMax ? [] : cursor.split('.');
      const signature = Buffer.from(mark, 'base64url');
      const isOurs = derived.some((key) => isEqual(sign(key, text, binding), signature));
      if (!isOurs || rest.length > 0 || signature.toString('base64url') !== mark) return undefined;
      return JSON.parse(Buffer.from(text, 'base64url').toString()) as string[];
    },
  };
}

function sign(key: Buffer, text: string, binding: string): Buffer {
  return createHmac('sha256', key).update(`${binding}\n${text}`).digest();
}

function isEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
