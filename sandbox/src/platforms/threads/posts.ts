import type { LedgerMedia } from '../../core/ledger.ts';
import type { Call } from '../../core/network.ts';
import { collection, type Reader } from '../../core/store.ts';
import { missingObject, refuse } from '../meta/errors.ts';
import { profileOf, type Person } from './persons.ts';

export type Post = {
  readonly id: string;
  readonly ownerId: string;
  readonly mediaType: 'TEXT_POST' | 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM';
  readonly shortcode: string;
  readonly text: string;
  readonly altText?: string;
  readonly link?: string;
  readonly topic?: string;
  readonly replyToId?: string;
  readonly replyControl: string;
  readonly files: readonly LedgerMedia[];
  /** IDs of the items of a carousel, in the order of its files. */
  readonly childIds: readonly string[];
  readonly publishedAt: number;
  readonly deletedAt?: number;
};

export const postPrefix = '1805';

/** Posts of all accounts, since replies can refer to other people's posts. */
export const posts = collection<Post>('threads/posts');

export const ownPosts = (reader: Reader, { userId }: Person): Post[] =>
  posts.all(reader).filter(({ ownerId }) => ownerId === userId);

export function requirePost(call: Call, reader: Reader, id: string): Post {
  const post = posts.get(reader, id);
  return post !== undefined && post.deletedAt === undefined ? post : refuse(call, missingObject(call, id));
}

export const permalinkOf = (owner: Person, { shortcode }: Pick<Post, 'shortcode'>): string =>
  `${profileOf(owner)}/post/${shortcode}`;
