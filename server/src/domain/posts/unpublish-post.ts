import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { PlatformAdapter } from '../../platforms/adapter.ts';
import type { Post } from '../../schemas/post.ts';
import { scopeOf } from '../access.ts';
import { callForAccount } from '../accounts/call-for-account.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { untrackPost } from '../analytics/track-post.ts';
import type { Ctx } from '../context.ts';
import { syncPostStatus } from './sync-post-status.ts';
import { inProgressStatuses } from './model/post-status.ts';
import { markUnpublished } from './model/target-state.ts';
import type { StoredPost, StoredTarget } from './model/post.ts';
import { postView } from './model/post-view.ts';
import { requireLockedPost, requirePost } from './request/require-post.ts';
import { updateTarget } from './store/target-store.ts';
import { insertTimeline } from './store/timeline-store.ts';

/** A post that no longer exists there counts as deleted. */
export async function unpublishPost(ctx: Ctx, postId: string, accountId: string): Promise<Post> {
  const target = publishedTarget(await requirePost(ctx, postId), accountId);
  const { adapter } = platformOf(ctx, target.platform);
  const unpublish = requireUnpublish(adapter);
  const { platformPostId: id, partIds } = target;
  if (id === null) throw new Error('a published target has no platform post ID');
  await callForAccount(ctx, accountId, (call) => unpublish(call, { id, ...(partIds === null ? {} : { partIds }) }));
  return await inTransaction(ctx, async (ctx) => {
    const scope = scopeOf(ctx.caller);
    const post = await requireLockedPost(ctx, postId);
    const current = post.targets.find(({ accountId: id }) => id === accountId);
    // A concurrent request was faster.
    if (current?.status !== 'published') return postView(ctx, post);
    await updateTarget(ctx.db, scope, { postId, accountId, changes: markUnpublished(current) });
    await untrackPost(ctx, { accountId, postId });
    const summary = `Deleted on ${adapter.label}`;
    insertTimeline(ctx.db, scope, [{ postId, at: ctx.clock.now(), kind: 'unpublished', accountId, summary }]);
    return postView(ctx, await syncPostStatus(ctx, post));
  });
}

function publishedTarget(post: StoredPost, accountId: string): StoredTarget {
  const target = post.targets.find(({ accountId: id }) => id === accountId);
  if (target === undefined) {
    throw new AppError('validation', 'accountId is not a target of this post', { param: 'accountId' });
  }
  if (inProgressStatuses.includes(post.status)) {
    throw new AppError('post_publish_in_progress', 'The post is being published: try again when publishing has ended');
  }
  if (target.status === 'published') return target;
  throw new AppError(
    'targetNotPublished',
    `The post is ${target.status} on ${target.username}: only published targets can be unpublished`,
    {
      param: 'accountId',
    },
  );
}

function requireUnpublish({ name, label, unpublish }: PlatformAdapter): NonNullable<PlatformAdapter['unpublish']> {
  if (unpublish !== undefined) return unpublish;
  throw new AppError(
    'platformUnsupported',
    `${label} does not allow apps to delete posts: delete the post on the platform`,
    { platform: name },
  );
}
