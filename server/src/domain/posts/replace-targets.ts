import type { PostMediaItem } from '../../db/post-rows.ts';
import { AppError } from '../../kernel/errors.ts';
import type { UpdatePost } from '../../schemas/post.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { findAccounts } from '../accounts/find-accounts.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { findTargets, type TargetDraft } from './request/find-targets.ts';
import { newTarget, type TargetPlacement } from './model/new-target.ts';
import { placeTarget } from './model/target-state.ts';
import type { Placement } from './request/place-post.ts';
import { attachFiles, releaseFiles } from './media/post-files.ts';
import type { StoredPost, StoredTarget } from './model/post.ts';
import type { PostContent } from './request/read-content.ts';
import { deleteTargets, insertTargets, updateTarget } from './store/target-store.ts';

export async function resolveTargets(
  ctx: Ctx,
  post: StoredPost,
  inputs: UpdatePost['platforms'],
): Promise<TargetDraft[]> {
  const isOut = (id: string): boolean =>
    post.targets.some(({ accountId, status }) => accountId === id && status === 'published');
  if (inputs !== undefined) return (await findTargets(ctx, inputs)).filter(({ account }) => !isOut(account.id));
  const open = post.targets.filter(({ status, liveAccountId: live }) => status !== 'published' && live !== null);
  const ids = open.map(({ accountId: id }) => id);
  const accounts = await findAccounts(ctx, ids);
  return open.flatMap((target) => {
    const account = accounts.get(target.accountId);
    if (account === undefined) return [];
    const { position: index, customContent, settings } = target;
    return [{ index, account, platform: platformOf(ctx, account.platform), customContent, settings }];
  });
}

type TargetsChange = {
  targets: readonly TargetDraft[];
  isListed: boolean;
  content: PostContent;
  media: readonly PostMediaItem[];
  placement: Placement['target'] | undefined;
};

export async function replaceTargets(ctx: TxCtx, post: StoredPost, change: TargetsChange): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const { targets, content, media } = change;
  const known = new Map(post.targets.map((target) => [target.accountId, target]));
  if (change.isListed) {
    const nextAccountIds = new Set(targets.map(({ account }) => account.id));
    const removedTargets = post.targets.filter(
      ({ accountId: id, status }) => status !== 'published' && !nextAccountIds.has(id),
    );
    await deleteTargets(ctx.db, scope, { postId: post.id, accountIds: removedTargets.map(({ accountId: id }) => id) });
    await attachFiles(ctx, undefined, targets);
    await releaseFiles(ctx, undefined, [
      ...removedTargets,
      ...post.targets.filter(({ accountId: id }) => nextAccountIds.has(id)),
    ]);
  }
  const added: StoredTarget[] = [];
  for (const [position, target] of targets.entries()) {
    const before = known.get(target.account.id);
    const placement = change.placement ?? (before === undefined ? placementOf(post) : undefined);
    const postContext = { postId: post.id, content, media, createdAt: post.createdAt };
    const fresh = newTarget(target, position, {
      ...postContext,
      placement: placement ?? { status: 'draft', dueAt: null },
    });
    if (before === undefined) {
      added.push(fresh);
      continue;
    }
    const { customContent, settings, contentHash } = fresh;
    const targetContent = { customContent, settings, contentHash, ...(change.isListed ? { position } : {}) };
    const changes = placement === undefined ? targetContent : { ...placeTarget(before, placement), ...targetContent };
    await updateTarget(ctx.db, scope, { postId: post.id, accountId: target.account.id, changes });
  }
  insertTargets(ctx.db, added);
}

export function placementOf({ status, scheduledFor, acceptedAt }: StoredPost): Placement['target'] {
  const byStatus: Partial<Record<StoredPost['status'], TargetPlacement>> = {
    draft: { status: 'draft', dueAt: null },
    scheduled: { status: 'scheduled', dueAt: scheduledFor },
    queued: { status: 'pending', dueAt: scheduledFor ?? acceptedAt },
  };
  const placement = byStatus[status];
  if (placement !== undefined) return placement;
  throw new AppError('validation', 'A target that is added to this post needs a time: set scheduledFor or publishNow', {
    param: 'platforms',
  });
}
