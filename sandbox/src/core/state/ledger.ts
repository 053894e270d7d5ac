import { collection, type Reader, type Tx } from './store.ts';

export type LedgerMedia = {
  readonly type: 'image' | 'video' | 'gif' | 'document';
  readonly sizeBytes: number;
  readonly sha256: string;
};

export type LedgerPost = {
  readonly platform: string;
  readonly account: string;
  readonly accountId: string;
  readonly id: string;
  readonly url: string;
  readonly text: string;
  readonly media: readonly LedgerMedia[];
  readonly parentId: string | null;
  readonly createdAt: string;
  readonly deletedAt: string | null;
};

type PostKey = Pick<LedgerPost, 'platform' | 'accountId' | 'id'>;

const posts = collection<LedgerPost>('core/ledger');
const keyOf = (post: PostKey): string => `${post.platform}/${post.accountId}/${post.id}`;

/** Includes deleted posts. */
export const ledger = {
  add: (tx: Tx, post: LedgerPost): void => posts.put(tx, keyOf(post), post),

  markDeleted: (tx: Tx, key: PostKey, deletedAt: string): void => {
    const post = posts.get(tx, keyOf(key));
    if (post?.deletedAt === null) posts.put(tx, keyOf(key), { ...post, deletedAt });
  },

  list: (reader: Reader, filter: { platform?: string; account?: string }): LedgerPost[] =>
    posts
      .all(reader)
      .filter((post) => filter.platform === undefined || post.platform === filter.platform)
      .filter((post) => filter.account === undefined || [post.account, post.accountId].includes(filter.account))
      .sort((one, other) => one.createdAt.localeCompare(other.createdAt)),
};
