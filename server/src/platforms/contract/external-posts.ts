import type { AccountCall, Call, Refusal } from './call.ts';

/** Reads posts of the account, no matter how they were published. */
export type ExternalPosts<C extends Call = Call> = {
  /** Newest first. */
  list: (call: AccountCall<C>, query: { limit: number }) => Promise<{ kind: 'posts'; posts: ExternalPost[] } | Refusal>;
  /** Undefined if the account has no such post. Posts of other accounts are never returned. */
  find: (
    call: AccountCall<C>,
    search: PostSearch,
  ) => Promise<{ kind: 'post'; post: ExternalPost | undefined } | Refusal>;
};

/** What a user typed: neither has been checked. */
export type PostSearch = { id: string } | { url: string };

export type ExternalPost = {
  platformPostId: string;
  platformPostUrl: string | undefined;
  content: string;
  publishedAt: Date;
  mediaItems: readonly ExternalMedia[];
};

type ExternalMedia = { type: 'image' | 'video'; url: string | undefined; thumbnail: string | undefined };
