import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Post, RetryPost } from '../../schemas/post.ts';
import { scopeOf } from '../access.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { notConnected } from '../accounts/account-fault.ts';
import { findAccounts } from '../accounts/find-accounts.ts';
import type { Ctx } from '../context.ts';
import { checkPostAllowance } from '../plans/check-post-allowance.ts';
import { changeOf, isCounted } from '../plans/counted.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { syncPostStatus } from './sync-post-status.ts';
import { inProgressStatuses } from './model/post-status.ts';
import { placeTarget } from './model/target-state.ts';
import type { StoredPost, StoredTarget } from './model/post.ts';
import { postView } from './model/post-view.ts';
import { requireConfirmed } from './rules/require-confirmed.ts';
import { requireLockedPost, requirePost } from './request/require-post.ts';
import { updateTarget } from './store/target-store.ts';
import { insertTimeline } from './store/timeline-store.ts';
import { wakePosts } from './wake-posts.ts';

export async function retryPost(ctx: Ctx, postId: string, input: RetryPost): Promise<Post> {
  const seen = await requirePost(ctx, postId);
  const accounts = await requireLive(ctx, chooseTargets(seen, input.accountIds));
  const isLimited = isCounted(accounts);
  return await inTransaction(ctx, async (ctx) => {
    if (isLimited) await lockOwner(ctx);
    const post = await requireLockedPost(ctx, postId);
    const chosen = chooseTargets(post, input.accountIds);
    const now = ctx.clock.now();
    if (isLimited)
      await checkPostAllowance(ctx, changeOf(post, { ...post, acceptedAt: now, targets: again(post, chosen) }));
    requireConfirmed(chosen, input.confirm === true);
    const scope = scopeOf(ctx.caller);
    for (const target of chosen) {
      const changes = placeTarget(target, { status: 'pending', dueAt: now });
      await updateTarget(ctx.db, scope, { postId, accountId: target.accountId, changes });
    }
    insertTimeline(
      ctx.db,
      scope,
      chosen.map(({ accountId, username }) => {
        return { postId, at: now, kind: 'retried', accountId, summary: `Sent to ${username} again` } as const;
      }),
    );
    const retried = await syncPostStatus(ctx, post, { acceptedAt: now });
    wakePosts(ctx, retried);
    return postView(ctx, retried);
  });
}

function chooseTargets(post: StoredPost, accountIds: readonly string[] | undefined): readonly StoredTarget[] {
  if (inProgressStatuses.includes(post.status)) {
    throw new AppError('post_publish_in_progress', 'The post is being published: try again when publishing has ended');
  }
  const failed = post.targets.filter(({ status }) => status === 'failed');
  if (accountIds === undefined) {
    if (failed.length > 0) return failed;
    throw new AppError('postNotRetryable', 'No target of this post has failed: there is nothing to retry', {
      param: null,
    });
  }
  return accountIds.map((id, index) => {
    const param = `accountIds[${index}]`;
    const target = post.targets.find(({ accountId }) => accountId === id);
    if (target === undefined) throw new AppError('validation', `${param} is not a target of this post`, { param });
    if (target.status === 'failed') return target;
    throw new AppError(
      'postNotRetryable',
      `The target ${target.username} is ${target.status}: only failed targets can be retried`,
      { param },
    );
  });
}

function again({ targets }: StoredPost, chosen: readonly StoredTarget[]): StoredPost['targets'] {
  return targets.map((target) => (chosen.includes(target) ? { ...target, status: 'pending' } : target));
}

async function requireLive(ctx: Ctx, targets: readonly StoredTarget[]): Promise<StoredAccount[]> {
  const ids = targets.map(({ accountId: id }) => id);
  const accounts = await findAccounts(ctx, ids);
  const dead = targets.find(({ accountId: id }) => accounts.get(id)?.status !== 'connected');
  if (dead === undefined) return [...accounts.values()];
  throw notConnected(dead);
}
