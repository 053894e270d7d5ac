import type { PostMediaItem } from '../../../db/post-rows.ts';
import { sha256 } from '../../../kernel/crypto/secret.ts';

type Hashed = Pick<PostMediaItem, 'checksum'>;
type Parts = { text: string; media: readonly Hashed[]; thread: readonly { text: string; media: readonly Hashed[] }[] };

/** Ignores differences in white space; files count by checksum, in order. */
export function contentHash({ text, media, thread }: Parts): Buffer {
  const hashed = [{ text, media }, ...thread].flatMap((part) => [
    part.text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim(),
    part.media.map(({ checksum }) => checksum),
  ]);
  return sha256(JSON.stringify(hashed));
}
