import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Comment, CommentList, CommentQuery } from '../../schemas/comment.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { callForComments, requireCommentAccount, type CommentAccount } from './comment-account.ts';
import { selectPage, upsertPage, type PageKey } from './comment-store.ts';
import { commentView } from './comment-view.ts';
import { requireThread } from './require-thread.ts';
import { storeComments } from './store-comments.ts';

/** `next` is the platform's cursor, empty on the last page. */
type Page = { comments: Comment[]; next: string };

export async function listComments(ctx: Ctx, postId: string, query: CommentQuery): Promise<CommentList> {
  const commentAccount = await requireCommentAccount(ctx, query.accountId);
  const { account, comments } = commentAccount;
  const thread = await requireThread(ctx, commentAccount, postId);
  const parentId = query.commentId ?? thread.parentId ?? '';
  const platformPostId = thread.platformPostId ?? '';
  const binding = [account.id, platformPostId, parentId].join(' ');
  const key = {
    accountId: account.id,
    platformPostId,
    parentId,
    cursor: readCursor(ctx, query.cursor, binding),
    size: Math.min(query.limit, comments.pageMax),
  };
  const { page, fetchedAt } = await readPage(ctx, commentAccount, key);
  const hasMore = page.next !== '';
  return {
    status: 'success',
    comments: page.comments,
    pagination: { hasMore, ...(hasMore ? { cursor: ctx.cursors.write([page.next], binding) } : {}) },
    meta: {
      platform: account.platform,
      postId: thread.platformPostId ?? postId,
      accountId: account.id,
      lastUpdated: fetchedAt.toISOString(),
    },
  };
}

function readCursor(ctx: Ctx, cursor: string | undefined, binding: string): string {
  if (cursor === undefined) return '';
  const [platformCursor] = ctx.cursors.read(cursor, binding) ?? [];
  if (platformCursor === undefined) throw new AppError('invalidCursor', 'Invalid cursor');
  return platformCursor;
}

async function readPage(
  ctx: Ctx,
  commentAccount: CommentAccount,
  key: PageKey,
): Promise<{ page: Page; fetchedAt: Date }> {
  const scope = scopeOf(ctx.caller);
  const stored = await selectPage<Page>(ctx.db, scope, { ...key, maxAgeMs: ctx.timing.commentRefreshMs });
  if (stored !== undefined) return stored;
  const page = await fetchPage(ctx, commentAccount, key);
  const { fetchedAt } = await inTransaction(ctx, async (ctx) => {
    // Replies to a comment of an unknown post are stored when the post is read.
    if (key.platformPostId !== '') await storeComments(ctx, { ...commentAccount, ...key, comments: page.comments });
    return await upsertPage(ctx.db, scope, { ...key, page });
  });
  return { page, fetchedAt };
}

async function fetchPage(ctx: Ctx, commentAccount: CommentAccount, key: PageKey): Promise<Page> {
  const { platformPostId: postId, size: limit } = key;
  const parentId = key.parentId === '' ? undefined : key.parentId;
  const cursor = key.cursor === '' ? undefined : key.cursor;
  const page = await callForComments(ctx, commentAccount, (comments, call) =>
    comments.list(call, { postId, parentId, cursor, limit }),
  );
  const comments = page.comments.map((comment) => commentView(commentAccount.account.platform, comment));
  return { comments, next: page.cursor ?? '' };
}
