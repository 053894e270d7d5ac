import type { AccountCall, Call, Refusal } from './call.ts';

export type ExternalPosts<C extends Call = Call> = {
  /** Newest first. */
  list: (call: AccountCall<C>, query: { limit: number }) => Promise<{ kind: 'posts'; posts: ExternalPost[] } | Refusal>;
  /** Never returns posts of other accounts. */
  find: (
    call: AccountCall<C>,
    search: PostSearch,
  ) => Promise<{ kind: 'post'; post: ExternalPost | undefined } | Refusal>;
};

export type PostSearch = { id: string } | { url: string };

export type ExternalPost = {
  platformPostId: string;
  platformPostUrl: string | undefined;
  content: string;
  publishedAt: Date;
  mediaItems: readonly ExternalMedia[];
};

type ExternalMedia = { type: 'image' | 'video'; url: string | undefined; thumbnail: string | undefined };
