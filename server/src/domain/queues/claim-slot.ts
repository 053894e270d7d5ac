import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { steppedOverMax } from './limits.ts';
import { slotPages } from './open-slots.ts';
import type { FullNote } from './queue.ts';
import { holdQueue } from './queue-store.ts';
import { queueFull, requireSchedule } from './require-slots.ts';
import { claimFirst } from './slot-store.ts';

/** Pass `full` to `raiseFullUntil` after the transaction. */
export type Claim = { slotAt: Date; timezone: string; full: FullNote | null };

/**
 * The post must be inserted in the same transaction. Concurrent claims skip each other's slots instead of waiting. A unique
 * index on posts is the final safeguard: the caller repeats its transaction if it is violated.
 */
export async function claimSlot(ctx: TxCtx, { queue: { id } }: { queue: { id: string } }): Promise<Claim> {
  const scope = scopeOf(ctx.caller);
  const queue = await holdQueue(ctx.db, scope, id);
  if (queue === undefined) throw new AppError('queueNotFound', 'The queue does not exist');
  requireSchedule(queue);
  // The taken slots without a gap from the start.
  const steppedOver: Date[] = [];
  let isFull = true;
  for (const slots of slotPages(queue)) {
    const { slotAt, takenCount } = await claimFirst(ctx.db, scope, { queueId: id, slots });
    if (isFull) steppedOver.push(...slots.slice(0, takenCount));
    const fullUntil = steppedOver.length > steppedOverMax ? steppedOver.at(-1) : undefined;
    const full = fullUntil === undefined ? null : { queueId: id, fullUntil, freedCount: queue.freedCount };
    if (slotAt !== null) return { slotAt, timezone: queue.timezone, full };
    isFull &&= takenCount === slots.length;
  }
  throw queueFull();
}
