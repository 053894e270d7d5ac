import { claimToken } from '../../kernel/crypto/random.ts';
import { createClaimLoop, type ClaimLoop } from '../background/claim-loop.ts';
import type { SystemCtx } from '../context.ts';
import {
  claimPlatformEvents,
  deletePlatformEvent,
  postponePlatformEvent,
  type ClaimedEvent,
} from './platform-event-store.ts';
import { processEvent } from './process-event.ts';

const atOnceMax = 8;
/** Spread over about half a day; polling finds what a given-up event would have brought. */
const attemptsMax = 10;
const retryMs = [1000, 5000, 30_000, 120_000, 600_000, 3_600_000];

export function createPlatformEventEngine(ctx: SystemCtx): ClaimLoop {
  return createClaimLoop<ClaimedEvent>({
    ctx,
    label: 'platform events',
    claim: (inProgress) => {
      const limit = atOnceMax - inProgress.length;
      if (limit <= 0) return Promise.resolve([]);
      const leaseMs = ctx.timing.platformEventLeaseMs;
      return claimPlatformEvents(ctx.db, { limit, token: claimToken(ctx.random), leaseMs });
    },
    work: async (event) => {
      try {
        await processEvent(ctx, event);
        await deletePlatformEvent(ctx.db, event);
      } catch (error) {
        await retryLater(ctx, event, error);
      }
    },
  });
}

async function retryLater(ctx: SystemCtx, event: ClaimedEvent, error: unknown): Promise<void> {
  const { id, platform, attemptCount } = event;
  if (attemptCount >= attemptsMax) {
    ctx.log.error({ id, platform, err: error }, 'a platform event was given up');
    return await deletePlatformEvent(ctx.db, event);
  }
  ctx.log.warn({ id, platform, attemptCount, err: error }, 'a platform event could not be processed yet');
  await postponePlatformEvent(ctx.db, event, retryMs[Math.min(attemptCount, retryMs.length) - 1] ?? 0);
}
