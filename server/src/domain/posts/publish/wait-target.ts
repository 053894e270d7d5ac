import { inTransaction } from '../../../db/transaction.ts';
import type { PostTargetRow, TargetWaiting } from '../../../db/post-rows.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import type { TargetChange } from '../model/target-state.ts';
import { insertTimeline, type TimelineEntry } from '../store/timeline-store.ts';
import { updateHeld } from '../store/held-target-store.ts';

type Written = {
  /** Leaves the reason out of the timeline, because it would repeat every few seconds. */
  isRoutine?: boolean;
  entries?: readonly Omit<TimelineEntry, 'postId' | 'accountId' | 'at'>[];
};

export async function waitTarget(
  ctx: Ctx,
  target: PostTargetRow,
  change: TargetChange,
  { isRoutine = false, entries = [] }: Written = {},
): Promise<void> {
  const scope = scopeOf(ctx.caller);
  await inTransaction(ctx, async (ctx) => {
    const row = await updateHeld(ctx.db, scope, target, change);
    if (row === undefined) return;
    const base = { postId: target.postId, accountId: target.accountId, at: ctx.clock.now() };
    const waiting = isRoutine ? null : (change.changes.waiting ?? null);
    insertTimeline(ctx.db, scope, [
      ...entries.map((entry) => ({ ...entry, ...base })),
      ...(waiting === null ? [] : [{ ...base, ...waitingEntry(waiting, row.dueAt) }]),
    ]);
  });
}

export function waitingEntry({ reason }: TargetWaiting, dueAt: Date | null) {
  return { kind: 'waiting', summary: reason, detail: { reason, nextDueAt: dueAt?.toISOString() } } as const;
}
