import { inTransaction } from '../../../db/transaction.ts';
import type { TargetWaiting } from '../../../db/post-rows.ts';
import { AppError } from '../../../kernel/errors.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { insertTimeline } from '../store/timeline-store.ts';
import { releaseClaim, type ClaimedTarget } from './publish-store.ts';
import { waitingEntry } from './wait-target.ts';

const waitMsMin = 30_000;
const waitMsMax = 10 * 60_000;

/** Handles failures of Herald itself, such as an unreachable media store. The wait grows with each failure. */
export async function releaseAfterFault(ctx: Ctx, target: ClaimedTarget, error: unknown): Promise<void> {
  const { postId, accountId, claimToken: token, claimedAt, now } = target;
  ctx.log.error({ postId, accountId, err: error }, 'a post could not be processed');
  const triedMs = claimedAt === null ? 0 : now.getTime() - claimedAt.getTime();
  const waitMs = Math.min(Math.max(triedMs / 2, waitMsMin), waitMsMax);
  const waiting = waitingAfter(error);
  try {
    await inTransaction(ctx, async (ctx) => {
      const row = await releaseClaim(ctx.db, { token: token ?? '', waitMs, waiting });
      if (row === undefined) return;
      const entry = { postId, accountId, at: ctx.clock.now(), ...waitingEntry(waiting, row.dueAt) };
      insertTimeline(ctx.db, scopeOf(ctx.caller), [entry]);
    });
  } catch (error) {
    // The database is unavailable, too: the lease expires and another attempt follows.
    ctx.log.warn({ postId, accountId, err: error }, 'a post could not be released');
  }
}

function waitingAfter(error: unknown): TargetWaiting {
  if (error instanceof AppError && error.details.dependency === 'storage') {
    return { reason: 'The media store is unavailable', code: 'mediaUnavailable' };
  }
  return { reason: 'Herald could not process the post; the server log has the cause', code: 'platformUnavailable' };
}
