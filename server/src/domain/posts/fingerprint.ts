import type { PostMediaItem } from '../../db/post-rows.ts';
import { sha256 } from '../../kernel/secret.ts';

/** The same for what people would see as the same: text but for white space, and files by their bytes, in order. */
export function fingerprintOf(text: string, media: readonly Pick<PostMediaItem, 'checksum'>[]): Buffer {
  const words = text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  return sha256(JSON.stringify([words, media.map(({ checksum }) => checksum)]));
}
