import { inTransaction } from '../../../db/transaction.ts';
import type { PostTargetRow } from '../../../db/post-rows.ts';
import type { Handle, Step } from '../../../platforms/adapter.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { insertTimeline } from '../timeline-store.ts';
import { failedTarget } from './end-target.ts';
import { updateHeld } from './held-target-store.ts';
import { refuseTarget } from './refuse-target.ts';
import { handleChange, isOverdue, type Sending } from './sending.ts';
import { takeOutcome } from './take-outcome.ts';
import { processing, waitTarget } from './wait-target.ts';

/** A large file goes up in many parts. */
const stepsMax = 2000;

/** Everything that can be repeated, step by step and each written down; then the one request that cannot. */
export async function sendTarget(ctx: Ctx, sending: Sending): Promise<void> {
  const { call, publish, networked, hold } = sending;
  let { target } = sending;
  for (let count = 0; count < stepsMax; count += 1) {
    const step: Step = await publish.prepare(call, networked, target.handle ?? undefined);
    if (hold.isLost()) return;
    if (step.kind === 'ready') return await sendNow(ctx, { ...sending, target }, step.handle);
    if (step.kind === 'wait') return await waitForNetwork(ctx, target, step);
    if (step.kind !== 'again') return await refuseTarget(ctx, { ...sending, target }, step);
    const changes = { stage: 'preparing', ...handleChange(ctx, target, step.handle) } as const;
    const kept = await updateHeld(ctx.db, scopeOf(ctx.caller), target, { changes, isReleased: false });
    if (kept === undefined) return;
    target = kept;
    if (hold.isStopping()) return await waitTarget(ctx, target, { changes: {}, dueInMs: 0 });
  }
  throw new Error('a network is prepared for without end');
}

/** Counted from the last time the network gave something new. */
async function waitForNetwork(ctx: Ctx, target: PostTargetRow, step: Extract<Step, { kind: 'wait' }>): Promise<void> {
  const changes = { stage: 'preparing', ...handleChange(ctx, target, step.handle) } as const;
  if (isOverdue(ctx, changes.handle_at ?? target.handle_at)) {
    return await failedTarget(ctx, target, {
      code: 'container_timeout',
      message: 'The platform took too long to process the post',
    });
  }
  await waitTarget(ctx, target, { changes, dueInMs: step.afterMs, waiting: processing, isRoutine: true });
}

/** The intent is committed before the request; whoever finds it later knows that it may have happened. */
async function sendNow(ctx: Ctx, sending: Sending, handle: Handle): Promise<void> {
  const { call, publish, networked, hold } = sending;
  const { publishLeaseMs: leaseMs, publishSettleMs: settleMs } = ctx.timing;
  await ctx.guard.beforeSend();
  const target = await inTransaction(ctx, async (ctx) => {
    const scope = scopeOf(ctx.caller);
    const row = await updateHeld(ctx.db, scope, sending.target, {
      changes: {
        stage: 'sending',
        ...handleChange(ctx, sending.target, handle),
        warnings: [...sending.warnings],
        is_confirmed: false,
        send_count: sending.target.send_count + 1,
      },
      dueInMs: leaseMs + settleMs,
      settleInMs: leaseMs + settleMs,
      isReleased: false,
      isSentNow: true,
      leaseMs,
    });
    if (row === undefined) return undefined;
    const attempt = row.attempt_count + 1;
    const place = { postId: row.post_id, accountId: row.account_id, at: ctx.clock.now() };
    const entry = { ...place, kind: 'attemptStarted', summary: `Attempt ${attempt}`, detail: { attempt } } as const;
    await insertTimeline(ctx.db, scope, [entry]);
    return row;
  });
  // Between the commit and the call only the process's own clock can tell that it was asleep.
  if (target === undefined) return;
  if (hold.isLost() || hold.msSinceRenewal() > leaseMs / 2) return await revertIntent(ctx, sending);
  const outcome = await publish.send(call, networked, handle);
  await takeOutcome(ctx, { ...sending, target }, outcome);
}

/** Nothing was sent: while the claim stands, the row becomes what it was before, so that nobody has to look it up. */
async function revertIntent(ctx: Ctx, { target }: Sending): Promise<void> {
  const { stage, sent_at, settle_after, is_confirmed, send_count } = target;
  await waitTarget(ctx, target, { changes: { stage, sent_at, settle_after, is_confirmed, send_count }, dueInMs: 0 });
}
