import type { Outcome } from '../../../platforms/adapter.ts';
import type { Ctx } from '../../context.ts';
import { failedTarget, publishedTarget } from './end-target.ts';
import { followUp, hasFollowUps } from './follow-up.ts';
import { refuseTarget } from './refuse-target.ts';
import { handleChange, isOverdue, type Sending } from './sending.ts';
import { waitTarget } from './wait-target.ts';

/** What became of the request that cannot be taken back, or of what the network makes of it. */
export async function takeOutcome(ctx: Ctx, sending: Sending, outcome: Outcome): Promise<void> {
  const { target } = sending;
  switch (outcome.kind) {
    case 'published':
      return await finish(ctx, sending, outcome);
    case 'pending': {
      const changes = { stage: 'polling', ...handleChange(ctx, target, outcome.handle) } as const;
      if (isOverdue(ctx, changes.handle_at ?? target.handle_at)) {
        const message = 'The platform took too long to process the post';
        return await failedTarget(ctx, target, { code: 'container_timeout', message });
      }
      return await waitTarget(ctx, target, { changes, dueInMs: outcome.pollAfterMs });
    }
    case 'unknown':
      return await waitTarget(ctx, target, {
        changes: { stage: 'reconciling' },
        dueInMs: ctx.timing.publishLookUpMs,
        // Counted from the doubt on: a long upload may have ended just now.
        settleInMs: ctx.timing.publishLeaseMs + ctx.timing.publishSettleMs,
        reason: 'The platform did not confirm; it is asked whether the post is out',
        entries: [{ kind: 'platformAnswer', summary: outcome.reason, detail: { message: outcome.reason } }],
      });
    case 'rejected':
    case 'notDone':
    case 'rateLimited':
    case 'disconnected':
    case 'scopeMissing':
      return await refuseTarget(ctx, sending, outcome);
  }
}

type Found = Omit<Parameters<typeof publishedTarget>[2], 'hasMore'>;

/** It is out; what comes after it follows at once. */
export async function finish(ctx: Ctx, sending: Sending, found: Found): Promise<void> {
  const hasMore = hasFollowUps(sending, found.url);
  const target = await publishedTarget(ctx, sending.target, { ...found, hasMore });
  if (target !== undefined && hasMore) await followUp(ctx, { ...sending, target, publishedId: found.id });
}
