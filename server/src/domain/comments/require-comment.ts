import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Comment } from '../../schemas/comment.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { callForComments, commentMissing, type CommentAccount } from './comment-account.ts';
import { selectComment } from './comment-store.ts';
import { commentView } from './comment-view.ts';
import { storeComments } from './store-comments.ts';
import type { Thread } from './require-thread.ts';

/** A comment of another post counts as missing. */
export async function requireComment(
  ctx: Ctx,
  commentAccount: CommentAccount,
  { thread, commentId }: { thread: Thread; commentId: string },
): Promise<Comment> {
  const { account } = commentAccount;
  const stored = await selectComment(ctx.db, scopeOf(ctx.caller), { accountId: account.id, id: commentId });
  const { comment, platformPostId } =
    stored === undefined
      ? await fetchComment(ctx, commentAccount, commentId)
      : { comment: stored.comment as Comment, platformPostId: stored.platformPostId };
  const areKnown = platformPostId !== undefined && thread.platformPostId !== undefined;
  if (!areKnown || platformPostId === thread.platformPostId) return comment;
  throw commentMissing(account.platform, {
    code: 'missing',
    platformError: `The comment belongs to post ${platformPostId}.`,
  });
}

type FoundComment = { comment: Comment; platformPostId: string | undefined };

async function fetchComment(ctx: Ctx, commentAccount: CommentAccount, id: string): Promise<FoundComment> {
  const { account } = commentAccount;
  const result = await callForComments(ctx, commentAccount, (comments, call) => comments.find(call, id));
  const comment = commentView(account.platform, result.comment);
  const { postId: platformPostId } = result;
  if (platformPostId !== undefined) {
    await inTransaction(ctx, (ctx) => storeComments(ctx, { account, platformPostId, comments: [comment] }));
  }
  return { comment, platformPostId };
}

export function requireAllowed(isAllowed: boolean, { platform }: Comment, action: string): void {
  if (isAllowed) return;
  throw new AppError('actionNotAllowed', `This comment cannot be ${action} on ${platform}`, { platform });
}
