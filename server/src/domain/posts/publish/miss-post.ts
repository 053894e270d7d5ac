import { inTransaction } from '../../../db/transaction.ts';
import type { PostTargetRow } from '../../../db/post-rows.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import { syncPostStatus } from '../sync-post-status.ts';
import { isUnsent, markMissed } from '../model/target-state.ts';
import { postView } from '../model/post-view.ts';
import { requireLockedPost } from '../request/require-post.ts';
import { updateTarget } from '../store/target-store.ts';
import { insertTimeline } from '../store/timeline-store.ts';
import { updateHeld } from '../store/held-target-store.ts';

export async function missPost(ctx: Ctx, target: PostTargetRow, lateMinutes: number): Promise<void> {
  const outcome = await inTransaction(ctx, async (ctx) => {
    const scope = scopeOf(ctx.caller);
    const post = await requireLockedPost(ctx, target.postId);
    const outcome = post.lateOtherwise;
    const change = { changes: markMissed(target, outcome), isReleased: true };
    if ((await updateHeld(ctx.db, scope, target, change)) === undefined) return undefined;
    for (const other of post.targets.filter(({ status }) => isUnsent(status))) {
      const changes = markMissed(other, outcome);
      await updateTarget(ctx.db, scope, { postId: post.id, accountId: other.accountId, changes });
    }
    const scheduledFor = post.scheduledFor?.toISOString() ?? null;
    const missed = { scheduledFor, lateMinutes, outcome };
    const summary = `${lateMinutes} minutes late: ${outcome === 'hold' ? 'kept as a draft' : 'canceled'}`;
    insertTimeline(ctx.db, scope, [{ postId: post.id, at: ctx.clock.now(), kind: 'missed', summary, detail: missed }]);
    const held = outcome === 'hold' ? { scheduledFor: null, queueId: null, acceptedAt: null } : {};
    const after = await syncPostStatus(ctx, post, held);
    const data = { post: postView(ctx, after), missed, profileIds: after.profileIds };
    emit(ctx, { type: 'post.missed', resourceId: post.id, data });
    return outcome;
  });
  if (outcome === undefined) return;
  const { ownerId, postId } = target;
  ctx.log.warn({ ownerId, postId, lateMinutes, outcome }, 'post missed');
}
