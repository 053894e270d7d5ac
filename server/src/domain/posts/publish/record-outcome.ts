import type { Outcome, Unknown } from '../../../platforms/adapter.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { markAccepted, markInDoubt, markPolling } from '../model/target-state.ts';
import { failedTarget, publishedTarget } from './end-target.ts';
import { followUp, hasFollowUps, readLink } from './follow-up.ts';
import { updateHeld } from '../store/held-target-store.ts';
import { refuseTarget } from './refuse-target.ts';
import { isOverdue, type Sending } from './sending.ts';
import { waitTarget } from './wait-target.ts';

export async function recordOutcome(ctx: Ctx, sending: Sending, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'published') return await finish(ctx, sending, outcome);
  if (outcome.kind === 'pending') return await keepPolling(ctx, sending, outcome);
  if (outcome.kind === 'unknown') return await beginLookUp(ctx, sending, outcome);
  await refuseTarget(ctx, sending, outcome);
}

async function keepPolling(
  ctx: Ctx,
  { target }: Sending,
  { publishState, pollAfterMs }: Extract<Outcome, { kind: 'pending' }>,
): Promise<void> {
  const change = markPolling(target, { publishState, now: ctx.clock.now(), dueInMs: pollAfterMs });
  if (isOverdue(ctx, change.changes.publishStateAt ?? target.publishStateAt)) {
    const message = 'The platform took too long to process the post';
    return await failedTarget(ctx, target, { code: 'container_timeout', message });
  }
  await waitTarget(ctx, target, change, { isRoutine: true });
}

async function beginLookUp(ctx: Ctx, { target }: Sending, { reason, isRefusal }: Unknown): Promise<void> {
  const change = markInDoubt(target, {
    dueInMs: ctx.timing.publishLookUpMs,
    // Counts from now, because the request may have taken long.
    settleInMs: ctx.timing.publishLeaseMs + ctx.timing.publishSettleMs,
    waiting: {
      reason: 'The platform did not confirm the post. Herald looks it up before it sends anything again.',
      code: isRefusal === true ? 'platformRejected' : 'platformUnavailable',
      ...(isRefusal === true ? { isRefusal } : {}),
    },
  });
  ctx.counts.count('publishDoubt', { platform: target.platform });
  const entries = [{ kind: 'platformAnswer', summary: reason, detail: { message: reason } } as const];
  await waitTarget(ctx, target, change, { entries });
}

type PublishedPost = Omit<Parameters<typeof publishedTarget>[2], 'hasFollowUps'>;

/** Commits the platform post ID before it reads the permalink, so that nothing can send the post again meanwhile. */
export async function finish(ctx: Ctx, sending: Sending, publishedPost: PublishedPost): Promise<void> {
  if (publishedPost.url !== undefined || sending.publish.permalink === undefined)
    return await publish(ctx, sending, publishedPost);
  const { target } = sending;
  const accepted = await updateHeld(ctx.db, scopeOf(ctx.caller), target, markAccepted(target, publishedPost));
  if (accepted === undefined) return;
  await finishAccepted(ctx, { ...sending, target: accepted }, publishedPost.entries);
}

/** Without a permalink the target is published anyway, and the permalink is added later. */
export async function finishAccepted(
  ctx: Ctx,
  sending: Sending,
  entries: PublishedPost['entries'] = [],
): Promise<void> {
  const { platformPostId: id, partIds } = sending.target;
  if (id === null) throw new Error('an accepted target has no platform post ID');
  const url = await readLink(ctx, sending, id);
  await publish(ctx, sending, { id, url, partIds: partIds ?? undefined, entries });
}

async function publish(ctx: Ctx, sending: Sending, publishedPost: PublishedPost): Promise<void> {
  const hasMore = hasFollowUps(sending, publishedPost.url);
  const target = await publishedTarget(ctx, sending.target, { ...publishedPost, hasFollowUps: hasMore });
  if (target !== undefined && hasMore) await followUp(ctx, { ...sending, target, publishedId: publishedPost.id });
}
