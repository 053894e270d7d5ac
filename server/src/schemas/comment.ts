import { Type, type Static } from 'typebox';
import { PlatformName } from './account.ts';
import { Nullable, Timestamp } from './common.ts';

const fields = {
  id: Type.String({ description: "The platform's ID of the comment." }),
  message: Type.String(),
  createdTime: Timestamp,
  from: Type.Object(
    {
      id: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      username: Type.Optional(Type.String()),
      picture: Type.Optional(Type.String()),
      isOwner: Type.Boolean({ description: 'Whether the connected account wrote the comment.' }),
    },
    { description: 'The author, as far as the platform reveals it.' },
  ),
  likeCount: Type.Optional(Type.Integer()),
  replyCount: Type.Optional(Type.Integer({ description: 'Absent if the platform does not report it.' })),
  platform: PlatformName,
  url: Type.Optional(Type.String()),
  repliesHasMore: Type.Boolean({ description: 'Read the other replies with `commentId`.' }),
  canReply: Type.Boolean(),
  canDelete: Type.Boolean(),
  canHide: Type.Boolean(),
  isHidden: Type.Boolean(),
  parentId: Nullable(Type.String({ description: 'The comment that this one replies to.' })),
};

const CommentReply = Type.Object({ ...fields, replies: Type.Array(Type.Unknown(), { maxItems: 0 }) });

export const Comment = Type.Object(
  { ...fields, replies: Type.Array(CommentReply, { description: 'The first page, oldest first.' }) },
  { title: 'Comment' },
);
export type Comment = Static<typeof Comment>;

const accountId = Type.String({ description: 'The connected account that the post belongs to.' });
const CommentId = Type.String({
  pattern: '^[\\w.:-]{1,200}$',
  'x-rule': 'must be the ID of a comment: 1 to 200 letters, digits and ._:- signs, such as 17858893269000001',
  description: "The platform's ID of a comment.",
});

export const CommentQuery = Type.Object({
  accountId,
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'A platform may return fewer.' }),
  cursor: Type.Optional(Type.String({ description: 'The `pagination.cursor` of an earlier response.' })),
  commentId: Type.Optional(CommentId),
});
export type CommentQuery = Static<typeof CommentQuery>;

export const CommentList = Type.Object({
  status: Type.Literal('success'),
  comments: Type.Array(Comment, { description: 'Newest first; replies to one comment oldest first.' }),
  pagination: Type.Object({ hasMore: Type.Boolean(), cursor: Type.Optional(Type.String()) }),
  meta: Type.Object({
    platform: PlatformName,
    postId: Type.String({ description: "The platform's ID of the post." }),
    accountId: Type.String(),
    lastUpdated: Timestamp,
  }),
});
export type CommentList = Static<typeof CommentList>;

export const CreateComment = Type.Object({
  accountId,
  message: Type.String({ minLength: 1, maxLength: 2200 }),
  commentId: Type.Optional(CommentId),
  attachmentUrl: Type.Optional(Type.String({ maxLength: 2048, description: 'An image, only on some platforms.' })),
});
export type CreateComment = Static<typeof CreateComment>;

export const CommentCreated = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({ commentId: Type.String(), isReply: Type.Boolean() }),
});

export const HideComment = Type.Object({ accountId });
export const CommentHidden = Type.Object({
  status: Type.Literal('success'),
  commentId: Type.String(),
  hidden: Type.Boolean(),
  platform: PlatformName,
});

export const DeleteCommentQuery = Type.Object({ accountId, commentId: CommentId });
export const CommentDeleted = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({ message: Type.String() }),
});
