import type { Outcome, Unknown } from '../../../platforms/adapter.ts';
import type { Ctx } from '../../context.ts';
import { failedTarget, publishedTarget } from './end-target.ts';
import { followUp, hasFollowUps } from './follow-up.ts';
import { refuseTarget } from './refuse-target.ts';
import { handleChange, isOverdue, type Sending } from './sending.ts';
import { waitTarget } from './wait-target.ts';

/** Records the outcome of the irrevocable request, or of polling what the platform accepted. */
export async function takeOutcome(ctx: Ctx, sending: Sending, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'published') return await finish(ctx, sending, outcome);
  if (outcome.kind === 'pending') return await keepPolling(ctx, sending, outcome);
  if (outcome.kind === 'unknown') return await beginLookUp(ctx, sending, outcome);
  await refuseTarget(ctx, sending, outcome);
}

async function keepPolling(
  ctx: Ctx,
  { target }: Sending,
  { handle, pollAfterMs }: Extract<Outcome, { kind: 'pending' }>,
): Promise<void> {
  const changes = { stage: 'polling', ...handleChange(ctx, target, handle) } as const;
  if (isOverdue(ctx, changes.handle_at ?? target.handle_at)) {
    const message = 'The platform took too long to process the post';
    return await failedTarget(ctx, target, { code: 'container_timeout', message });
  }
  await waitTarget(ctx, target, { changes, dueInMs: pollAfterMs });
}

async function beginLookUp(ctx: Ctx, { target }: Sending, { reason }: Unknown): Promise<void> {
  await waitTarget(ctx, target, {
    changes: { stage: 'reconciling' },
    dueInMs: ctx.timing.publishLookUpMs,
    // Counted from the doubt on: a long upload may have ended just now.
    settleInMs: ctx.timing.publishLeaseMs + ctx.timing.publishSettleMs,
    reason: 'The platform did not confirm the post; Herald looks it up before anything else',
    entries: [{ kind: 'platformAnswer', summary: reason, detail: { message: reason } }],
  });
}

type Found = Omit<Parameters<typeof publishedTarget>[2], 'hasMore'>;

/** It is out; what comes after it follows at once. */
export async function finish(ctx: Ctx, sending: Sending, found: Found): Promise<void> {
  const hasMore = hasFollowUps(sending, found.url);
  const target = await publishedTarget(ctx, sending.target, { ...found, hasMore });
  if (target !== undefined && hasMore) await followUp(ctx, { ...sending, target, publishedId: found.id });
}
