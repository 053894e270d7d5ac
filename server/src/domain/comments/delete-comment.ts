import { inTransaction } from '../../db/transaction.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { takeHourlyCap } from '../plans/take-hourly-cap.ts';
import { callForComments, requireCommentWriter } from './comment-account.ts';
import { deletePages, markDeleted } from './comment-store.ts';
import { requireAllowed, requireComment } from './require-comment.ts';
import { requireThread } from './require-thread.ts';

type Deletion = { postId: string; commentId: string; accountId: string };

/** Most platforms delete the replies, too. */
export async function deleteComment(ctx: Ctx, { postId, commentId, accountId }: Deletion): Promise<void> {
  const commentAccount = await requireCommentWriter(ctx, accountId);
  const thread = await requireThread(ctx, commentAccount, postId);
  const comment = await requireComment(ctx, commentAccount, { thread, commentId });
  requireAllowed(comment.canDelete, comment, 'deleted');
  await inTransaction(ctx, (ctx) => takeHourlyCap(ctx, 'comment.delete'));
  await callForComments(ctx, commentAccount, (comments, call) => comments.delete(call, commentId));
  await inTransaction(ctx, async (ctx) => {
    await markDeleted(ctx.db, scopeOf(ctx.caller), { accountId, id: commentId });
    await deletePages(ctx.db, scopeOf(ctx.caller), accountId);
  });
}
