import type { PostTargetRow } from '../../../db/post-rows.ts';
import type { Ctx } from '../../context.ts';
import { failedTarget } from './end-target.ts';
import { waitTarget } from './wait-target.ts';

/** The network cannot be asked now whether a post is out. After as many tries as an attempt has, nobody knows. */
export async function askLater(ctx: Ctx, target: PostTargetRow, reason: string): Promise<void> {
  const waitMs = ctx.timing.publishRetryMs[target.settle_count];
  if (waitMs === undefined) {
    const message = `It is not known whether the post is out: ${reason}`;
    return await failedTarget(ctx, target, { code: 'outcomeUnknown', message });
  }
  await waitTarget(ctx, target, {
    changes: { settle_count: target.settle_count + 1 },
    dueInMs: waitMs,
    reason,
    entries: [{ kind: 'outcomeCheck', summary: reason, detail: { result: 'inconclusive' } }],
  });
}
