import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from './random.ts';
import type { SealKey } from './seal-keys.ts';

/** Authenticated with the sealed text, so that a copy stored elsewhere does not open. */
export type SealContext = { table: string; row: string; column: string; owner: string };

export type Sealer = {
  keyId: string;
  seal(text: string, sealContext: SealContext): string;
  open(sealed: string, sealContext: SealContext): string;
};

export class SealBroken extends Error {}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const pattern = /^v1\.([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/** AES-256-GCM as `v1.<key id>.<iv>.<text and tag>`. The first key seals, every key opens. */
export function createSealer(keys: readonly [SealKey, ...SealKey[]], random: Random): Sealer {
  const [current] = keys;
  return {
    keyId: current.id,
    seal: (text, sealContext) => {
      const iv = random.bytes(ivBytes);
      const cipher = createCipheriv(algorithm, current.secret, iv, { authTagLength: tagBytes });
      cipher.setAAD(associatedData(current.id, sealContext));
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `v1.${current.id}.${Buffer.from(iv).toString('base64url')}.${bytes.toString('base64url')}`;
    },
    open: (sealed, sealContext) => {
      const [, id = '', iv = '', body = ''] = pattern.exec(sealed) ?? [];
      const key = keys.find((one) => one.id === id);
      if (key === undefined) throw new SealBroken(id === '' ? 'not a sealed text' : `the key "${id}" is not known`);
      return decrypt(key, { iv: decode(iv), body: decode(body), sealContext });
    },
  };
}

type Parts = { iv: Buffer; body: Buffer; sealContext: SealContext };

function decrypt(key: SealKey, { iv, body, sealContext }: Parts): string {
  if (iv.length !== ivBytes || body.length < tagBytes) throw new SealBroken('the sealed text is truncated');
  try {
    // Without `authTagLength`, Node accepts a tag of four bytes, which can be guessed.
    const decipher = createDecipheriv(algorithm, key.secret, iv, { authTagLength: tagBytes });
    decipher.setAAD(associatedData(key.id, sealContext));
    decipher.setAuthTag(body.subarray(-tagBytes));
    return Buffer.concat([decipher.update(body.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
  } catch (error) {
    throw new SealBroken('the sealed text was changed, moved, or sealed with another key', { cause: error });
  }
}

/** Base64 has several encodings of the same bytes: accepts only the canonical one. */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw new SealBroken('the sealed text is not valid base64url');
  return bytes;
}

function associatedData(keyId: string, { table, row, column, owner }: SealContext): Buffer {
  return Buffer.from(JSON.stringify(['v1', keyId, table, row, column, owner]));
}
