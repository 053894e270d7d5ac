import type { PostMediaItem } from '../../db/post-rows.ts';
import { AppError } from '../../kernel/errors.ts';
import type { UpdatePost } from '../../schemas/post.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { findAccounts } from '../accounts/find-accounts.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { findTargets, type TargetDraft } from './request/find-targets.ts';
import { newTarget, targetRow, type TargetPlacement } from './model/new-target.ts';
import { placeTarget } from './model/target-state.ts';
import type { Placement } from './request/place-post.ts';
import { attachFiles, releaseFiles } from './media/post-files.ts';
import type { StoredPost, StoredTarget } from './model/post.ts';
import type { PostContent } from './request/read-content.ts';
import { deleteTargets, insertTargets, updateTarget } from './store/target-store.ts';

/**
 * The targets of a changed post, without published ones: those of the request, else the current ones. Targets of
 * disconnected accounts have ended and are left as they are.
 */
export async function resolveTargets(
  ctx: Ctx,
  post: StoredPost,
  asked: UpdatePost['platforms'],
): Promise<TargetDraft[]> {
  const isOut = (id: string): boolean =>
    post.targets.some(({ account_id: accountId, status }) => accountId === id && status === 'published');
  if (asked !== undefined) return (await findTargets(ctx, asked)).filter(({ account }) => !isOut(account.id));
  const open = post.targets.filter(({ status, live_account_id: live }) => status !== 'published' && live !== null);
  const ids = open.map(({ account_id: id }) => id);
  const accounts = await findAccounts(ctx, ids);
  return open.flatMap((target) => {
    const account = accounts.get(target.account_id);
    if (account === undefined) return [];
    const { position: index, custom_content: customContent, settings } = target;
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

/** Removes, adds and changes targets, and reschedules them where the request has a time. */
export async function replaceTargets(ctx: TxCtx, post: StoredPost, change: TargetsChange): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const { targets, content, media } = change;
  const known = new Map(post.targets.map((target) => [target.account_id, target]));
  if (change.isListed) {
    const kept = new Set(targets.map(({ account }) => account.id));
    const gone = post.targets.filter(({ account_id: id, status }) => status !== 'published' && !kept.has(id));
    await deleteTargets(ctx.db, scope, { postId: post.id, accountIds: gone.map(({ account_id: id }) => id) });
    await attachFiles(ctx, undefined, targets);
    await releaseFiles(ctx, undefined, [...gone, ...post.targets.filter(({ account_id: id }) => kept.has(id))]);
  }
  const added: StoredTarget[] = [];
  for (const [position, target] of targets.entries()) {
    const before = known.get(target.account.id);
    const placement = change.placement ?? (before === undefined ? placementOf(post) : undefined);
    const whole = { postId: post.id, content, media, createdAt: post.created_at };
    const fresh = newTarget(target, position, { ...whole, placement: placement ?? { status: 'draft', due_at: null } });
    if (before === undefined) {
      added.push(fresh);
      continue;
    }
    const { custom_content, settings, fingerprint } = fresh;
    const said = { custom_content, settings, fingerprint, ...(change.isListed ? { position } : {}) };
    const changes = placement === undefined ? said : { ...placeTarget(before, placement), ...said };
    await updateTarget(ctx.db, scope, { postId: post.id, accountId: target.account.id, changes });
  }
  await insertTargets(ctx.db, added.map(targetRow));
}

/** The time of a target that is added to an existing post. */
export function placementOf({
  status,
  scheduled_for: scheduledFor,
  accepted_at: acceptedAt,
}: StoredPost): Placement['target'] {
  const byStatus: Partial<Record<StoredPost['status'], TargetPlacement>> = {
    draft: { status: 'draft', due_at: null },
    scheduled: { status: 'scheduled', due_at: scheduledFor },
    queued: { status: 'pending', due_at: scheduledFor ?? acceptedAt },
  };
  const placement = byStatus[status];
  if (placement !== undefined) return placement;
  throw new AppError('validation', 'A target that is added to this post needs a time: scheduledFor or publishNow', {
    param: 'platforms',
  });
}
