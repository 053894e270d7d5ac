import type { AccountCall, Call, Refusal, Unknown } from './call.ts';

export type Comments<C extends Call = Call> = {
  textLengthMax: number;
  pageMax: number;
  /** The platform fetches the image from a URL. */
  takesAttachments?: true;
  acceptsCommentAsPost?: true;
  /** Newest first; with `parentId`, the replies to that comment, oldest first. */
  list: (call: AccountCall<C>, query: CommentQuery) => Promise<CommentPage | Missing | Refusal>;
  find: (
    call: AccountCall<C>,
    id: string,
  ) => Promise<{ kind: 'comment'; comment: PlatformComment; postId: string | undefined } | Missing | Refusal>;
  /** Sends exactly one request that publishes. */
  create: (call: AccountCall<C>, comment: NewComment) => Promise<{ kind: 'created'; id: string } | Refusal | Unknown>;
  /** Repeatable. */
  setHidden: (
    call: AccountCall<C>,
    change: { id: string; isHidden: boolean },
  ) => Promise<{ kind: 'changed' } | Missing | Refusal>;
  /** Repeatable: a missing comment counts as deleted. */
  delete: (call: AccountCall<C>, id: string) => Promise<{ kind: 'gone' } | Refusal | Unknown>;
};

export type Missing = { kind: 'missing'; code: string; platformError: string };

export type CommentQuery = {
  postId: string;
  parentId: string | undefined;
  cursor: string | undefined;
  limit: number;
};

export type CommentPage = { kind: 'comments'; comments: PlatformComment[]; cursor: string | undefined };

export type NewComment = {
  postId: string;
  parentId: string | undefined;
  text: string;
  attachmentUrl: string | undefined;
};

export type PlatformComment = {
  id: string;
  parentId: string | undefined;
  text: string;
  createdAt: Date;
  author: CommentAuthor;
  likeCount: number | undefined;
  replyCount: number | undefined;
  url: string | undefined;
  isHidden: boolean;
  canReply: boolean;
  canHide: boolean;
  canDelete: boolean;
  /** The first page, oldest first; empty for replies on platforms with one level. */
  replies: readonly PlatformComment[];
  hasMoreReplies: boolean;
};

type CommentAuthor = {
  id: string | undefined;
  name: string | undefined;
  username: string | undefined;
  pictureUrl: string | undefined;
  isOwner: boolean;
};
