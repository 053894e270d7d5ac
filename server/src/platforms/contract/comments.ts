import type { AccountCall, Call, Refusal, Unknown } from './call.ts';

/** Reads and moderates the comments below posts of the account. */
export type Comments<C extends Call = Call> = {
  /** In characters. */
  textLengthMax: number;
  /** The most comments that `list` returns at once. */
  pageMax: number;
  /** Set if a comment can contain an image that the platform fetches from a URL. */
  takesAttachments?: true;
  /** Set if requests may name a comment where they would name a post. */
  acceptsCommentAsPost?: true;
  /** Top-level comments, newest first; with `parentId`, the replies to that comment, oldest first. */
  list: (call: AccountCall<C>, query: CommentQuery) => Promise<CommentPage | Missing | Refusal>;
  find: (
    call: AccountCall<C>,
    id: string,
  ) => Promise<{ kind: 'comment'; comment: PlatformComment; postId: string | undefined } | Missing | Refusal>;
  /** Sends exactly one request that publishes; with `parentId`, a reply to that comment. */
  create: (call: AccountCall<C>, comment: NewComment) => Promise<{ kind: 'created'; id: string } | Refusal | Unknown>;
  /** Repeatable: hiding a hidden comment changes nothing. */
  setHidden: (
    call: AccountCall<C>,
    change: { id: string; isHidden: boolean },
  ) => Promise<{ kind: 'changed' } | Missing | Refusal>;
  /** Repeatable: a comment that no longer exists counts as deleted. */
  delete: (call: AccountCall<C>, id: string) => Promise<{ kind: 'gone' } | Refusal | Unknown>;
};

export type Missing = { kind: 'missing'; code: string; platformError: string };

export type CommentQuery = {
  postId: string;
  parentId: string | undefined;
  cursor: string | undefined;
  limit: number;
};

/** `cursor`: of the next page, undefined on the last one. */
export type CommentPage = { kind: 'comments'; comments: PlatformComment[]; cursor: string | undefined };

export type NewComment = {
  postId: string;
  parentId: string | undefined;
  text: string;
  attachmentUrl: string | undefined;
};

export type PlatformComment = {
  id: string;
  /** Undefined for top-level comments. */
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

/** `isOwner`: whether the connected account wrote the comment. The rest is unknown if the platform withholds it. */
type CommentAuthor = {
  id: string | undefined;
  name: string | undefined;
  username: string | undefined;
  pictureUrl: string | undefined;
  isOwner: boolean;
};
