import { FactsError, type AccountTools, type NativePost } from '../../core/platform.ts';
import type { LedgerMedia } from '../../core/state/ledger.ts';
import { findPerson } from './persons.ts';
import { addPost as storePost, newPostId, permalinkOf, type Post } from './posts.ts';

export function addPost({ tx, random }: AccountTools, native: NativePost): { id: string; url: string } {
  const { account, text, media, createdAt } = native;
  const person = findPerson(tx, account);
  if (person === undefined) throw new FactsError(`threads has no account ${account}`);
  const files = media.map(({ file }) => file);
  const mediaType = mediaTypeOf(files);
  const post: Post = {
    id: newPostId(random),
    ownerId: person.userId,
    mediaType,
    shortcode: `D${random.text(10)}`,
    text,
    replyControl: 'everyone',
    files,
    childIds: mediaType === 'CAROUSEL_ALBUM' ? files.map(() => newPostId(random)) : [],
    publishedAt: createdAt,
    isNative: true,
  };
  storePost(tx, person.username, post);
  return { id: post.id, url: permalinkOf(person, post) };
}

function mediaTypeOf([first, ...others]: readonly LedgerMedia[]): Post['mediaType'] {
  if (first === undefined) return 'TEXT_POST';
  if (others.length > 0) return 'CAROUSEL_ALBUM';
  return first.type === 'video' ? 'VIDEO' : 'IMAGE';
}
