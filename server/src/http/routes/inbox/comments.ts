import { createComment } from '../../../domain/comments/create-comment.ts';
import { deleteComment } from '../../../domain/comments/delete-comment.ts';
import { hideComment } from '../../../domain/comments/hide-comment.ts';
import { listComments } from '../../../domain/comments/list-comments.ts';
import {
  CommentCreated,
  CommentDeleted,
  CommentHidden,
  CommentList,
  CommentQuery,
  CreateComment,
  DeleteCommentQuery,
  HideComment,
} from '../../../schemas/comment.ts';
import { jsonRoute, type Route } from '../../route.ts';

const ofThread = ['accountNotFound', 'platformUnsupported', 'postNotFound', 'postNotPublished'] as const;
const ofPlatform = [
  'platformCapabilityMissing',
  'connectionDead',
  'platformRejected',
  'platformObjectMissing',
  'platformThrottled',
  'platformUnavailable',
] as const;
const errors = [...ofThread, ...ofPlatform];

const common = {
  tag: 'Inbox',
  unknownKeys: 'ignore',
  success: 200,
  params: { postId: 'ID of the post in Herald or on the platform.' },
} as const;
const path = '/v1/inbox/comments/{postId}';
const hidePath = '/v1/inbox/comments/{postId}/{commentId}/hide';
const hidden = (platform: string, commentId: string, isHidden: boolean) =>
  ({ status: 'success', commentId, hidden: isHidden, platform }) as const;

export const commentRoutes: readonly Route[] = [
  jsonRoute({
    ...common,
    path,
    method: 'GET',
    operation: 'list comments',
    operationId: 'listInboxComments',
    description:
      'The comments on a post, newest first, each with the first page of its replies. `postId` is the ID of a post in ' +
      'Herald or on the platform; on Instagram and Facebook also the ID of a comment, whose replies are then returned.',
    access: 'read',
    query: CommentQuery,
    response: CommentList,
    errors: [...errors, 'invalidCursor'],
    handle: (ctx, { params, query }) => listComments(ctx, params.postId, query),
  }),
  jsonRoute({
    ...common,
    path,
    method: 'POST',
    operation: 'reply to comment',
    operationId: 'replyToInboxComment',
    description: 'Comments on a post, or replies to the comment `commentId`.',
    access: 'write',
    limit: 'comment.reply',
    body: CreateComment,
    response: CommentCreated,
    errors: [...errors, 'attachmentUnsupported', 'actionNotAllowed', 'urlNotAllowed', 'providerOutcomeUnknown'],
    handle: async (ctx, { params, body }) => ({
      success: true as const,
      data: await createComment(ctx, params.postId, body),
    }),
  }),
  jsonRoute({
    ...common,
    path,
    method: 'DELETE',
    operation: 'delete comment',
    operationId: 'deleteInboxComment',
    description: 'On Threads only replies of the account itself can be deleted.',
    access: 'write',
    limit: 'comment.delete',
    query: DeleteCommentQuery,
    response: CommentDeleted,
    errors: [...errors, 'actionNotAllowed', 'providerOutcomeUnknown'],
    handle: async (ctx, { params, query }) => {
      await deleteComment(ctx, { ...params, ...query });
      return { success: true as const, data: { message: 'Comment deleted successfully' } };
    },
  }),
  jsonRoute({
    ...common,
    path: hidePath,
    method: 'POST',
    operation: 'hide comment',
    operationId: 'hideInboxComment',
    description: 'On Threads only top-level replies of other people can be hidden; the replies below them follow.',
    access: 'write',
    limit: 'comment.hide',
    body: HideComment,
    response: CommentHidden,
    errors: [...errors, 'actionNotAllowed'],
    handle: async (ctx, { params, body }) =>
      hidden(await hideComment(ctx, { ...params, ...body, isHidden: true }), params.commentId, true),
  }),
  jsonRoute({
    ...common,
    path: hidePath,
    method: 'DELETE',
    operation: 'unhide comment',
    operationId: 'unhideInboxComment',
    description: 'Shows a hidden comment again.',
    access: 'write',
    limit: 'comment.hide',
    query: HideComment,
    response: CommentHidden,
    errors: [...errors, 'actionNotAllowed'],
    handle: async (ctx, { params, query }) =>
      hidden(await hideComment(ctx, { ...params, ...query, isHidden: false }), params.commentId, false),
  }),
];
