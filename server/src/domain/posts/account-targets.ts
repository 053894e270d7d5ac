import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { syncPostStatus } from './sync-post-status.ts';
import {
  keepNames,
  selectAtRisk,
  selectOpenPosts,
  selectUnsettled,
  type AtRisk,
  type Risk,
} from './store/account-targets-store.ts';
import { markCanceled } from './model/target-state.ts';
import type { StoredPost, StoredTarget } from './model/post.ts';
import { releaseFiles } from './media/post-files.ts';
import { requireLockedPost } from './request/require-post.ts';
import { deleteTargets, updateTarget } from './store/target-store.ts';

/**
 * An account goes: drafts lose it as a target, what has not been sent is canceled, and what is out, or may be, keeps its
 * true outcome and the names the account had.
 */
export async function leaveAccount(ctx: TxCtx, account: StoredAccount): Promise<void> {
  const scope = scopeOf(ctx.caller);
  for (const postId of await selectOpenPosts(ctx.db, scope, account.id)) {
    const post = await requireLockedPost(ctx, postId);
    const target = post.targets.find(({ account_id: id }) => id === account.id);
    if (target !== undefined) await leave(ctx, post, target);
  }
  // Last, because it touches targets of posts that others may hold.
  await keepNames(ctx.db, scope, account);
}

async function leave(ctx: TxCtx, post: StoredPost, target: StoredTarget): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const place = { postId: post.id, accountId: target.account_id };
  if (target.status === 'draft') {
    await deleteTargets(ctx.db, scope, { postId: post.id, accountIds: [target.account_id] });
    await releaseFiles(ctx, undefined, [target]);
    await syncPostStatus(ctx, post);
    return;
  }
  if (target.sent_at !== null) return;
  await updateTarget(ctx.db, scope, { ...place, changes: markCanceled(target).changes });
  const detail = { from: target.status, to: 'canceled' };
  const entry = { ...place, at: ctx.clock.now(), kind: 'targetStateChanged', detail } as const;
  await syncPostStatus(ctx, post, {}, [{ ...entry, summary: 'Canceled: the account was disconnected' }]);
}

/** Whether a target on the account may be live and still has to be looked up. */
export function hasUnsettled(ctx: Ctx, accountId: string): Promise<boolean> {
  return selectUnsettled(ctx.db, scopeOf(ctx.caller), accountId);
}

/** Scheduled targets by account, from an instant on (null: all of them). */
export async function findAtRisk(ctx: Ctx, risks: readonly Risk[]): Promise<ReadonlyMap<string, AtRisk>> {
  const atRisk = await selectAtRisk(ctx.db, scopeOf(ctx.caller), risks);
  return new Map(atRisk.map((one) => [one.accountId, one]));
}
