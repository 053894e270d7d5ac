import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { deleteExternalPosts, insertFormerAccount, stopMeasuring } from './former-account-store.ts';
import { deletePlatformPost, insertPlatformPost } from './measure-store.ts';

type PublishedPost = { accountId: string; postId: string; platformPostId: string; publishedAt: Date };

export function trackPost(ctx: TxCtx, publishedPost: PublishedPost): void {
  insertPlatformPost(ctx.db, scopeOf(ctx.caller), publishedPost);
}

export async function untrackPost(ctx: TxCtx, post: { accountId: string; postId: string }): Promise<void> {
  await deletePlatformPost(ctx.db, scopeOf(ctx.caller), post);
}

/** Must run before the account is deleted. Keeps the numbers of Herald's own posts and deletes imported ones. */
export async function leaveAnalytics(ctx: TxCtx, accountId: string): Promise<void> {
  const scope = scopeOf(ctx.caller);
  await deleteExternalPosts(ctx.db, scope, accountId);
  await stopMeasuring(ctx.db, scope, accountId);
  await insertFormerAccount(ctx.db, scope, accountId);
}
