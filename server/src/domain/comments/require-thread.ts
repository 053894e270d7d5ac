import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import { callForAccount } from '../accounts/call-for-account.ts';
import type { Ctx } from '../context.ts';
import { requirePost } from '../posts/request/require-post.ts';
import type { CommentAccount } from './comment-account.ts';
import { isKnownPost, selectComment } from './comment-store.ts';

/** With `parentId`, the request named a comment, whose replies are the thread. Only then can the post be unknown. */
export type Thread =
  { platformPostId: string; parentId: string | undefined } | { platformPostId: undefined; parentId: string };

/** Accepts the ID of a post in Herald or on the platform and, on some platforms, of a comment. */
export async function requireThread(ctx: Ctx, commentAccount: CommentAccount, postId: string): Promise<Thread> {
  if (/^pst_[0-9a-z]{24}$/.test(postId)) return await publishedThread(ctx, commentAccount, postId);
  if (!/^[\w.:-]{1,200}$/.test(postId)) throw new AppError('postNotFound', 'postId is not an ID of a post');
  return commentAccount.comments.acceptsCommentAsPost === true
    ? await threadOfId(ctx, commentAccount, postId)
    : { platformPostId: postId, parentId: undefined };
}

async function publishedThread(ctx: Ctx, { account }: CommentAccount, postId: string): Promise<Thread> {
  const post = await requirePost(ctx, postId);
  const target = post.targets.find(({ accountId, status }) => accountId === account.id && status === 'published');
  if (target === undefined || target.platformPostId === null) {
    throw new AppError('postNotPublished', `The post is not published on account ${account.username}`);
  }
  return { platformPostId: target.platformPostId, parentId: undefined };
}

async function threadOfId(ctx: Ctx, { account, comments }: CommentAccount, id: string): Promise<Thread> {
  const scope = scopeOf(ctx.caller);
  const stored = await selectComment(ctx.db, scope, { accountId: account.id, id });
  if (stored !== undefined) return { platformPostId: stored.platformPostId, parentId: id };
  const post = { platformPostId: id, parentId: undefined };
  if (await isKnownPost(ctx.db, scope, { accountId: account.id, platformPostId: id })) return post;
  const outcome = await callForAccount(ctx, account.id, (call) => comments.find(call, id));
  return outcome.kind === 'missing' ? post : { platformPostId: outcome.postId, parentId: id };
}
