import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { steppedOverMax } from './limits.ts';
import { readSlots } from './open-slots.ts';
import type { FullNote, StoredQueue } from './queue.ts';
import { holdQueue } from './queue-store.ts';
import { queueFull, requireSchedule } from './require-slots.ts';
import { lockFirst, selectOccupied } from './slot-store.ts';

/** Pass `full` to `raiseFullUntil` after the transaction. */
export type Claim = { slotAt: Date; timezone: string; full: FullNote | null };

/**
 * The post must be inserted in the same transaction. Concurrent claims skip each other's slots instead of waiting. A unique
 * index on posts is the final safeguard: the caller repeats its transaction if it is violated.
 */
export async function claimSlot(ctx: TxCtx, { queue: { id } }: { queue: { id: string } }): Promise<Claim> {
  const queue = await holdQueue(ctx.db, scopeOf(ctx.caller), id);
  if (queue === undefined) throw new AppError('queueNotFound', 'The queue does not exist');
  requireSchedule(queue);
  // The taken slots without a gap from the start. A slot being claimed is a gap, because the claim may fail.
  const steppedOver: Date[] = [];
  let isFull = true;
  for await (const { slots, occupied } of readSlots(ctx, queue)) {
    const free = slots.filter((slot) => !occupied.has(slot.getTime()));
    if (isFull) steppedOver.push(...slots.slice(0, free[0] === undefined ? slots.length : slots.indexOf(free[0])));
    const slotAt = await takeFirst(ctx, queue, free);
    if (slotAt !== undefined) return { slotAt, timezone: queue.timezone, full: noteOf(queue, steppedOver) };
    isFull &&= free.length === 0;
  }
  throw queueFull();
}

/** Checks again after locking, because another claim may have committed and released its lock meanwhile. */
async function takeFirst(ctx: TxCtx, queue: StoredQueue, free: readonly Date[]): Promise<Date | undefined> {
  const scope = scopeOf(ctx.caller);
  for (let rest = free; rest.length > 0;) {
    const slotAt = await lockFirst(ctx.db, scope, { queueId: queue.id, slots: rest });
    if (slotAt === undefined) return undefined;
    const occupied = await selectOccupied(ctx.db, scope, { queueId: queue.id, slots: rest });
    if (!occupied.has(slotAt.getTime())) return slotAt;
    rest = rest.filter((slot) => slot > slotAt && !occupied.has(slot.getTime()));
  }
  return undefined;
}

function noteOf(queue: StoredQueue, steppedOver: readonly Date[]): FullNote | null {
  const fullUntil = steppedOver.at(-1);
  if (fullUntil === undefined || steppedOver.length <= steppedOverMax) return null;
  return { queueId: queue.id, fullUntil, freedCount: queue.freedCount };
}
