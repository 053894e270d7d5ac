import { Type, type Static } from 'typebox';
import {
  exampleId,
  AccountId,
  Count,
  Flag,
  Nullable,
  PlatformName,
  PlatformPostId,
  Text,
  Timestamp,
  Url,
} from './common.ts';

const id = Text("The platform's ID of the comment.", '17858893269000001');

const fields = {
  id,
  message: Text('Text of the comment.', 'When do you open on Sunday?'),
  createdTime: Timestamp('When it was written.'),
  from: Type.Object(
    {
      id: Type.Optional(Text("The platform's ID of the person.", '17841400000000002')),
      name: Type.Optional(Text('Name of the person.', 'Ada Lovelace')),
      username: Type.Optional(Text('Username of the person.', 'ada.lovelace')),
      picture: Type.Optional(Url('URL of the avatar.', 'https://cdn.example.com/avatars/ada.jpg')),
      isOwner: Type.Boolean({ description: 'Whether the connected account wrote the comment.' }),
    },
    { description: 'The author, as far as the platform reveals it.' },
  ),
  likeCount: Type.Optional(Count('How many people like it.', 3)),
  replyCount: Type.Optional(Count('Absent if the platform does not report it.')),
  platform: PlatformName,
  url: Type.Optional(Url('URL of the comment on the platform.', 'https://www.instagram.com/p/DAbCdEfGhIj/')),
  repliesHasMore: Flag('Read the other replies with `commentId`.'),
  canReply: Flag('Whether you can reply to it.'),
  canDelete: Flag('Whether you can delete it.'),
  canHide: Flag('Whether you can hide it.'),
  isHidden: Flag('Whether it is hidden from others.'),
  parentId: Nullable(Text('The comment that this one replies to.', '17858893269000001')),
};

const CommentReply = Type.Object(
  { ...fields, replies: Type.Array(Type.Unknown(), { maxItems: 0, description: 'Always empty.' }) },
  {
    title: 'CommentReply',
    'x-example': { replies: [], repliesHasMore: false, isHidden: false },
    description: 'A reply to a comment.',
  },
);

export const Comment = Type.Object(
  { ...fields, replies: Type.Array(CommentReply, { description: 'The first page, oldest first.' }) },
  {
    title: 'Comment',
    'x-example': { parentId: null, replies: [], replyCount: 0, repliesHasMore: false, isHidden: false },
    description: 'A comment on a post.',
  },
);
export type Comment = Static<typeof Comment>;

const accountId = Type.String({ description: 'The connected account that the post belongs to.' });
export const CommentId = Type.String({
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
  status: Type.Literal('success', { description: 'Always `success`.' }),
  comments: Type.Array(Comment, { description: 'Newest first; replies to one comment oldest first.' }),
  pagination: Type.Object(
    {
      hasMore: Flag('Whether there are more comments.'),
      cursor: Type.Optional(Text('Send it as `cursor` to get the next page.', 'QVFIUmx1WTBpMGpJWXprYWYwaW1FLW5r')),
    },
    { description: 'How to get the next page.' },
  ),
  meta: Type.Object(
    {
      platform: PlatformName,
      postId: PlatformPostId,
      accountId: AccountId,
      lastUpdated: Timestamp('When the platform was read.'),
    },
    { description: 'Where the comments come from.' },
  ),
});
export type CommentList = Static<typeof CommentList>;

export const CreateComment = Type.Object(
  {
    accountId,
    message: Type.String({ minLength: 1, maxLength: 2200, description: 'Text of the comment.' }),
    commentId: Type.Optional(CommentId),
    attachmentUrl: Type.Optional(Type.String({ maxLength: 2048, description: 'An image, only on some platforms.' })),
  },
  {
    title: 'CreateComment',
    'x-example': { accountId: exampleId('acc_'), message: 'We open at nine.', commentId: '17858893269000001' },
  },
);
export type CreateComment = Static<typeof CreateComment>;

const success = Type.Literal(true, { description: 'Always true; failures are returned as errors.' });

export const CommentCreated = Type.Object({
  success,
  data: Type.Object(
    { commentId: id, isReply: Flag('Whether it replies to a comment.') },
    { description: 'The new comment.' },
  ),
});

export const HideComment = Type.Object(
  { accountId },
  { title: 'HideComment', 'x-example': { accountId: exampleId('acc_') } },
);
export const CommentHidden = Type.Object({
  status: Type.Literal('success', { description: 'Always `success`.' }),
  commentId: id,
  hidden: Flag('Whether the comment is hidden now.'),
  platform: PlatformName,
});

export const DeleteCommentQuery = Type.Object({ accountId, commentId: CommentId });
export const CommentDeleted = Type.Object({
  success,
  data: Type.Object(
    { message: Text('A summary of the outcome for humans.', 'Comment deleted') },
    { description: 'The outcome.' },
  ),
});
