import { ledger, type LedgerMedia } from '../../core/state/ledger.ts';
import type { Call } from '../../core/platform.ts';
import type { Random } from '../../core/state/random.ts';
import { collection, type Reader, type Tx } from '../../core/state/store.ts';
import { missingObject, refuse } from '../meta/errors.ts';
import { createFollowers } from '../../core/state/followers.ts';
import { persons, profileOf, type Person } from './persons.ts';

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
  /** Hidden by the root post's owner; the replies below follow. */
  readonly isHidden?: boolean;
  readonly files: readonly LedgerMedia[];
  readonly childIds: readonly string[];
  readonly publishedAt: number;
  readonly deletedAt?: number;
  readonly isNative?: true;
};

export const postPrefix = '1805';

/** Of all accounts, because replies can refer to other people's posts. */
export const posts = collection<Post>('threads/posts');

export const ownPosts = (reader: Reader, { userId }: Person): Post[] =>
  posts.all(reader).filter(({ ownerId }) => ownerId === userId);

export function requirePost(call: Call, reader: Reader, id: string): Post {
  const post = posts.get(reader, id);
  return post !== undefined && post.deletedAt === undefined ? post : refuse(call, missingObject(call, id));
}

export const repliesTo = (reader: Reader, { id }: Post): Post[] =>
  posts.all(reader).filter(({ replyToId, deletedAt }) => replyToId === id && deletedAt === undefined);

export const followers = createFollowers('threads', (random) => `3${random.digits(16)}`);

export const usernameOf = (reader: Reader, { ownerId }: Post): string =>
  persons.get(reader, ownerId)?.username ?? followers.get(reader, ownerId)?.username ?? ownerId;

export function ancestorsOf(reader: Reader, post: Post): Post[] {
  const parent = post.replyToId === undefined ? undefined : posts.get(reader, post.replyToId);
  return parent === undefined ? [] : [parent, ...ancestorsOf(reader, parent)];
}

/** A reply is also hidden below a hidden one. */
export const isHidden = (reader: Reader, post: Post): boolean =>
  [post, ...ancestorsOf(reader, post)].some((each) => each.isHidden === true);

export const permalinkOf = (owner: Pick<Person, 'username'>, { shortcode }: Pick<Post, 'shortcode'>): string =>
  `${profileOf(owner)}/post/${shortcode}`;

export const newPostId = (random: Random): string => `${postPrefix}${random.digits(13)}`;

export function addPost(tx: Tx, username: string, post: Post): void {
  posts.put(tx, post.id, post);
  ledger.add(tx, {
    platform: 'threads',
    account: username,
    accountId: post.ownerId,
    id: post.id,
    url: permalinkOf({ username }, post),
    text: post.text,
    media: post.files,
    parentId: post.replyToId ?? null,
    createdAt: new Date(post.publishedAt).toISOString(),
    deletedAt: null,
  });
}
