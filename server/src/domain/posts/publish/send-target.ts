import { inTransaction } from '../../../db/transaction.ts';
import type { PostTargetRow } from '../../../db/post-rows.ts';
import type { PublishState, Step } from '../../../platforms/adapter.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { markPreparing, markSending, revertSend, yieldClaim } from '../model/target-state.ts';
import { insertHeldTimeline } from '../store/timeline-store.ts';
import { failedTarget } from './end-target.ts';
import { updateHeld, updateHeldLater } from '../store/held-target-store.ts';
import { refuseTarget } from './refuse-target.ts';
import { isOverdue, type Sending } from './sending.ts';
import { recordOutcome } from './record-outcome.ts';
import { waitTarget } from './wait-target.ts';

/** Large files are uploaded in many parts. */
const stepsMax = 2000;

export async function sendTarget(ctx: Ctx, sending: Sending): Promise<void> {
  const { call, publish, platformPost, lease } = sending;
  let { target } = sending;
  for (let count = 0; count < stepsMax; count += 1) {
    const step: Step = await publish.prepare(call, platformPost, target.publishState ?? undefined);
    if (lease.isLost()) return;
    if (step.kind === 'ready') return await sendNow(ctx, { ...sending, target }, step.publishState);
    if (step.kind === 'wait') return await waitForPlatform(ctx, target, step);
    if (step.kind !== 'again') return await refuseTarget(ctx, { ...sending, target }, step);
    const change = markPreparing(target, { publishState: step.publishState, now: ctx.clock.now() });
    const prepared = await updateHeld(ctx.db, scopeOf(ctx.caller), target, change);
    if (prepared === undefined) return;
    target = prepared;
    if (lease.isStopping()) return await waitTarget(ctx, target, yieldClaim(target));
  }
  throw new Error('the adapter keeps repeating the preparation of a post');
}

/** The time limit counts from the last progress of the platform. */
async function waitForPlatform(ctx: Ctx, target: PostTargetRow, step: Extract<Step, { kind: 'wait' }>): Promise<void> {
  const change = markPreparing(target, {
    publishState: step.publishState,
    now: ctx.clock.now(),
    dueInMs: step.afterMs,
  });
  if (isOverdue(ctx, change.changes.publishStateAt ?? target.publishStateAt)) {
    return await failedTarget(ctx, target, {
      code: 'container_timeout',
      message: 'The platform took too long to process the post',
    });
  }
  await waitTarget(ctx, target, change, { isRoutine: true });
}

/** Commits the intent before the request, so that a crash leaves a post that is known to be possibly live. */
async function sendNow(ctx: Ctx, sending: Sending, publishState: PublishState): Promise<void> {
  const { call, publish, platformPost, lease } = sending;
  const { publishLeaseMs: leaseMs, publishSettleMs: settleMs } = ctx.timing;
  await ctx.guard.beforeSend();
  const updated = await inTransaction(ctx, async (ctx) => {
    const scope = scopeOf(ctx.caller);
    const facts = { publishState, now: ctx.clock.now(), warnings: sending.warnings, leaseMs, settleMs };
    const updated = updateHeldLater(ctx.db, scope, sending.target, markSending(sending.target, facts));
    const attempt = sending.target.attemptCount + 1;
    const entry = { kind: 'attemptStarted', summary: `Attempt ${attempt}`, detail: { attempt } } as const;
    insertHeldTimeline(ctx.db, scope, sending.target, { ...entry, at: ctx.clock.now() });
    return updated;
  });
  const target = updated();
  // The process may have been suspended since the commit; only its monotonic clock shows that.
  if (target === undefined) return;
  if (lease.isLost() || lease.msSinceRenewal() > leaseMs / 2)
    return await waitTarget(ctx, target, revertSend(target, sending.target));
  ctx.counts.count('publishAttempt', { platform: target.platform });
  const outcome = await publish.send(call, platformPost, publishState);
  await recordOutcome(ctx, { ...sending, target }, outcome);
}
