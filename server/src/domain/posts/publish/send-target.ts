import { inTransaction } from '../../../db/transaction.ts';
import type { PostTargetRow } from '../../../db/post-rows.ts';
import type { Handle, Step } from '../../../platforms/adapter.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { markPreparing, markSending, revertSend, yieldClaim } from '../model/target-state.ts';
import { insertTimeline } from '../store/timeline-store.ts';
import { failedTarget } from './end-target.ts';
import { updateHeld } from '../store/held-target-store.ts';
import { refuseTarget } from './refuse-target.ts';
import { isOverdue, type Sending } from './sending.ts';
import { recordOutcome } from './record-outcome.ts';
import { waitTarget } from './wait-target.ts';

/** Large files are uploaded in many parts. */
const stepsMax = 2000;

/** Prepares step by step and commits each, then sends the one request that cannot be repeated. */
export async function sendTarget(ctx: Ctx, sending: Sending): Promise<void> {
  const { call, publish, platformPost, hold } = sending;
  let { target } = sending;
  for (let count = 0; count < stepsMax; count += 1) {
    const step: Step = await publish.prepare(call, platformPost, target.handle ?? undefined);
    if (hold.isLost()) return;
    if (step.kind === 'ready') return await sendNow(ctx, { ...sending, target }, step.handle);
    if (step.kind === 'wait') return await waitForNetwork(ctx, target, step);
    if (step.kind !== 'again') return await refuseTarget(ctx, { ...sending, target }, step);
    const change = markPreparing(target, { handle: step.handle, now: ctx.clock.now() });
    const prepared = await updateHeld(ctx.db, scopeOf(ctx.caller), target, change);
    if (prepared === undefined) return;
    target = prepared;
    if (hold.isStopping()) return await waitTarget(ctx, target, yieldClaim(target));
  }
  throw new Error('a network is prepared for without end');
}

/** The time limit counts from the last progress of the platform. */
async function waitForNetwork(ctx: Ctx, target: PostTargetRow, step: Extract<Step, { kind: 'wait' }>): Promise<void> {
  const change = markPreparing(target, { handle: step.handle, now: ctx.clock.now(), dueInMs: step.afterMs });
  if (isOverdue(ctx, change.changes.handle_at ?? target.handle_at)) {
    return await failedTarget(ctx, target, {
      code: 'container_timeout',
      message: 'The platform took too long to process the post',
    });
  }
  await waitTarget(ctx, target, change, { isRoutine: true });
}

/** Commits the intent before the request, so that after a crash the post is known to be possibly live. */
async function sendNow(ctx: Ctx, sending: Sending, handle: Handle): Promise<void> {
  const { call, publish, platformPost, hold } = sending;
  const { publishLeaseMs: leaseMs, publishSettleMs: settleMs } = ctx.timing;
  await ctx.guard.beforeSend();
  const target = await inTransaction(ctx, async (ctx) => {
    const scope = scopeOf(ctx.caller);
    const facts = { handle, now: ctx.clock.now(), warnings: sending.warnings, leaseMs, settleMs };
    const row = await updateHeld(ctx.db, scope, sending.target, markSending(sending.target, facts));
    if (row === undefined) return undefined;
    const attempt = row.attempt_count + 1;
    const place = { postId: row.post_id, accountId: row.account_id, at: ctx.clock.now() };
    const entry = { ...place, kind: 'attemptStarted', summary: `Attempt ${attempt}`, detail: { attempt } } as const;
    await insertTimeline(ctx.db, scope, [entry]);
    return row;
  });
  // The process may have been suspended since the commit; only its monotonic clock shows that.
  if (target === undefined) return;
  if (hold.isLost() || hold.msSinceRenewal() > leaseMs / 2)
    return await waitTarget(ctx, target, revertSend(target, sending.target));
  const outcome = await publish.send(call, platformPost, handle);
  await recordOutcome(ctx, { ...sending, target }, outcome);
}
