import type { LedgerMedia } from '../../../core/state/ledger.ts';
import { collection, type Reader } from '../../../core/state/store.ts';

export type Visibility = 'PUBLIC' | 'CONNECTIONS';

export type Post = {
  readonly urn: string;
  readonly authorId: string;
  /** As sent, in the "little" format. */
  readonly commentary: string;
  readonly visibility: Visibility;
  readonly distribution: unknown;
  readonly content?: unknown;
  readonly reshareContext?: unknown;
  readonly isReshareDisabledByAuthor: boolean;
  readonly files: readonly LedgerMedia[];
  readonly createdAt: number;
  readonly isDeleted: boolean;
};

export const posts = collection<Post>('linkedin/posts');

export const postsOf = (reader: Reader, authorId: string): Post[] =>
  posts.all(reader).filter((post) => post.authorId === authorId);

export const postUrl = (urn: string): string => `https://www.linkedin.com/feed/update/${urn}`;
