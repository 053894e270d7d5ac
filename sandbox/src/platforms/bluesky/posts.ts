import { collection, type Collection } from '../../core/state/store.ts';
import { postCollection, type PostRecord } from './lexicon/post.ts';
import type { Person } from './people.ts';

export type Post = {
  readonly rkey: string;
  readonly cid: string;
  readonly record: PostRecord;
  readonly indexedAt: number;
};

export const postsOf = (did: string): Collection<Post> => collection<Post>(`bluesky/posts/${did}`);

export const uriOf = (did: string, rkey: string): string => `at://${did}/${postCollection}/${rkey}`;
export const urlOf = ({ handle }: Person, rkey: string): string => `https://bsky.app/profile/${handle}/post/${rkey}`;
