import { inTransaction } from '../../db/transaction.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { takeHourlyCap } from '../plans/take-hourly-cap.ts';
import { callForComments, requireCommentWriter } from './comment-account.ts';
import { deletePages, updateHidden } from './comment-store.ts';
import { requireAllowed, requireComment } from './require-comment.ts';
import { requireThread } from './require-thread.ts';

type Hiding = { postId: string; commentId: string; accountId: string; isHidden: boolean };

export async function hideComment(ctx: Ctx, { postId, commentId, accountId, isHidden }: Hiding): Promise<string> {
  const commentAccount = await requireCommentWriter(ctx, accountId);
  const thread = await requireThread(ctx, commentAccount, postId);
  const comment = await requireComment(ctx, commentAccount, { thread, commentId });
  requireAllowed(comment.canHide, comment, 'hidden');
  await inTransaction(ctx, (ctx) => takeHourlyCap(ctx, 'comment.hide'));
  await callForComments(ctx, commentAccount, (comments, call) => comments.setHidden(call, { id: commentId, isHidden }));
  await inTransaction(ctx, async (ctx) => {
    await updateHidden(ctx.db, scopeOf(ctx.caller), { accountId, id: commentId, isHidden });
    await deletePages(ctx.db, scopeOf(ctx.caller), accountId);
  });
  return commentAccount.account.platform;
}
