import { inTransaction } from '../../../db/transaction.ts';
import type { PostTargetRow } from '../../../db/post-rows.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { insertTimeline, type TimelineEntry } from '../timeline-store.ts';
import { updateHeld } from './held-target-store.ts';

type Wait = {
  changes: Partial<PostTargetRow>;
  dueInMs: number;
  settleInMs?: number;
  /** For the timeline; polls without news are not worth a line. */
  reason?: string;
  entries?: readonly Omit<TimelineEntry, 'postId' | 'accountId' | 'at'>[];
};

/** Lets go of a target until its time has come. */
export async function waitTarget(ctx: Ctx, target: PostTargetRow, wait: Wait): Promise<void> {
  const { changes, dueInMs, settleInMs, reason, entries = [] } = wait;
  const scope = scopeOf(ctx.caller);
  await inTransaction(ctx, async (ctx) => {
    const row = await updateHeld(ctx.db, scope, target, {
      ...{ changes, dueInMs, isReleased: true },
      ...(settleInMs === undefined ? {} : { settleInMs }),
    });
    if (row === undefined) return;
    const at = ctx.clock.now();
    const place = { postId: target.post_id, accountId: target.account_id, at };
    const detail = { reason, nextDueAt: row.due_at?.toISOString() };
    const waiting = { ...place, kind: 'waiting', summary: `Waits: ${reason ?? ''}`, detail } as const;
    await insertTimeline(ctx.db, scope, [
      ...entries.map((entry) => ({ ...entry, ...place })),
      ...(reason === undefined ? [] : [waiting]),
    ]);
  });
}
