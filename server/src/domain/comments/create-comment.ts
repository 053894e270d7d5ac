import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { CreateComment } from '../../schemas/comment.ts';
import { scopeOf } from '../access.ts';
import { checkUrl } from '../check-url.ts';
import type { Ctx } from '../context.ts';
import { takeHourlyCap } from '../plans/take-hourly-cap.ts';
import { callForComments, requireCommentWriter, type CommentAccount } from './comment-account.ts';
import { deletePages } from './comment-store.ts';
import { requireAllowed, requireComment } from './require-comment.ts';
import { requireThread } from './require-thread.ts';

/** Never repeated: an unconfirmed request ends with an error. */
export async function createComment(
  ctx: Ctx,
  postId: string,
  input: CreateComment,
): Promise<{ commentId: string; isReply: boolean }> {
  const commentAccount = await requireCommentWriter(ctx, input.accountId);
  checkInput(ctx, commentAccount, input);
  const thread = await requireThread(ctx, commentAccount, postId);
  const parentId = input.commentId ?? thread.parentId;
  if (parentId !== undefined) {
    const parent = await requireComment(ctx, commentAccount, { thread, commentId: parentId });
    requireAllowed(parent.canReply, parent, 'replied to');
  }
  await inTransaction(ctx, (ctx) => takeHourlyCap(ctx, 'comment.reply'));
  const { message: text, attachmentUrl } = input;
  const newComment = { postId: thread.platformPostId ?? thread.parentId, parentId, text, attachmentUrl };
  const created = await callForComments(ctx, commentAccount, (comments, call) => comments.create(call, newComment));
  await inTransaction(ctx, (ctx) => deletePages(ctx.db, scopeOf(ctx.caller), commentAccount.account.id));
  return { commentId: created.id, isReply: parentId !== undefined };
}

function checkInput(ctx: Ctx, { account, comments }: CommentAccount, { message, attachmentUrl }: CreateComment): void {
  const { platform } = account;
  const length = [...message].length;
  if (length > comments.textLengthMax) {
    const text = `message has ${length} characters; ${platform} allows ${comments.textLengthMax}`;
    throw new AppError('validation', text, { param: 'message' });
  }
  if (attachmentUrl === undefined) return;
  if (comments.takesAttachments !== true) {
    throw new AppError('attachmentUnsupported', `Comments on ${platform} take no attachment`, { platform });
  }
  checkUrl(ctx, { url: attachmentUrl, param: 'attachmentUrl' });
}
