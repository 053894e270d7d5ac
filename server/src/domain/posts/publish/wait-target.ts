import { inTransaction } from '../../../db/transaction.ts';
import type { PostTargetRow, TargetWaiting } from '../../../db/post-rows.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { insertTimeline, type TimelineEntry } from '../timeline-store.ts';
import { updateHeld } from './held-target-store.ts';

type Wait = {
  changes: Partial<PostTargetRow>;
  dueInMs: number;
  settleInMs?: number;
  /** Shown while it waits. Undefined for waits that nobody has to know of. */
  waiting?: TargetWaiting;
  /** Not worth a line in the timeline, because it repeats every few seconds. */
  isRoutine?: boolean;
  /** False where the wait must not end before its time, whenever Herald gives up. */
  isBounded?: boolean;
  entries?: readonly Omit<TimelineEntry, 'postId' | 'accountId' | 'at'>[];
};

export const processing: TargetWaiting = {
  reason: 'The platform is processing the post',
  code: 'container_timeout',
};

/** Releases a target until its next attempt. */
export async function waitTarget(ctx: Ctx, target: PostTargetRow, wait: Wait): Promise<void> {
  const { changes, dueInMs, settleInMs, waiting, isRoutine = false, isBounded = true, entries = [] } = wait;
  const scope = scopeOf(ctx.caller);
  await inTransaction(ctx, async (ctx) => {
    const row = await updateHeld(ctx.db, scope, target, {
      ...{ changes: { ...changes, waiting: waiting ?? null }, dueInMs, isBounded, isReleased: true },
      ...(settleInMs === undefined ? {} : { settleInMs }),
    });
    if (row === undefined) return;
    const place = { postId: target.post_id, accountId: target.account_id, at: ctx.clock.now() };
    await insertTimeline(ctx.db, scope, [
      ...entries.map((entry) => ({ ...entry, ...place })),
      ...(waiting === undefined || isRoutine ? [] : [{ ...place, ...waitingEntry(waiting, row.due_at) }]),
    ]);
  });
}

export function waitingEntry({ reason }: TargetWaiting, dueAt: Date | null) {
  return { kind: 'waiting', summary: reason, detail: { reason, nextDueAt: dueAt?.toISOString() } } as const;
}
