import { scopeOf } from '../access.ts';
import type { PlatformAdapter } from '../../platforms/adapter.ts';
import { platformOf } from '../accounts/platform-named.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { deleteExternalPosts, insertFormerAccount, stopMeasuring } from './former-account-store.ts';
import { deletePlatformPost, insertPlatformPost, type TrackedPost } from './measure-store.ts';

export function unmeasuredMessage({ label }: Pick<PlatformAdapter, 'label'>): string {
  return `${label} does not report the numbers of posts`;
}

/** Null if the platform reports the numbers of posts. */
export function whyUnmeasured(ctx: Pick<Ctx, 'platforms'>, platform: string): string | null {
  const { adapter } = platformOf(ctx, platform);
  return adapter.metrics === undefined ? unmeasuredMessage(adapter) : null;
}

export function trackPost(ctx: TxCtx, post: TrackedPost): void {
  insertPlatformPost(ctx.db, scopeOf(ctx.caller), post);
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
