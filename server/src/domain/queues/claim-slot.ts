import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { steppedOverMax } from './limits.ts';
import { readSlots } from './open-slots.ts';
import type { FullNote, StoredQueue } from './queue.ts';
import { holdQueue } from './queue-store.ts';
import { queueFull, requireSchedule } from './require-slots.ts';
import { lockFirst, selectTaken } from './slot-store.ts';

/** `full`: for `raiseFullUntil`, once the transaction has ended; null when there is nothing to tell. */
export type Claim = { slotAt: Date; timezone: string; full: FullNote | null };

/**
 * The next free slot of a queue, for a post that is inserted in the same transaction. Claims neither share a slot nor
 * wait for each other: a slot under claim is passed over. The last guard is the unique index over posts; the caller
 * repeats its transaction when that is violated.
 */
export async function claimSlot(ctx: TxCtx, { queue: { id } }: { queue: { id: string } }): Promise<Claim> {
  const queue = await holdQueue(ctx.db, scopeOf(ctx.caller), id);
  if (queue === undefined) throw new AppError('queueNotFound', 'The queue does not exist');
  requireSchedule(queue);
  // What is taken without a gap from the beginning. A slot under claim ends it: that claim may yet fail.
  const steppedOver: Date[] = [];
  let isFull = true;
  for await (const { slots, taken } of readSlots(ctx, queue)) {
    const free = slots.filter((slot) => !taken.has(slot.getTime()));
    if (isFull) steppedOver.push(...slots.slice(0, free[0] === undefined ? slots.length : slots.indexOf(free[0])));
    const slotAt = await takeFirst(ctx, queue, free);
    if (slotAt !== undefined) return { slotAt, timezone: queue.timezone, full: noteOf(queue, steppedOver) };
    isFull &&= free.length === 0;
  }
  throw queueFull();
}

/** Others may have committed between our reading and their locks falling free, so all is asked for once more. */
async function takeFirst(ctx: TxCtx, queue: StoredQueue, free: readonly Date[]): Promise<Date | undefined> {
  const scope = scopeOf(ctx.caller);
  for (let rest = free; rest.length > 0;) {
    const slotAt = await lockFirst(ctx.db, scope, { queueId: queue.id, slots: rest });
    if (slotAt === undefined) return undefined;
    const taken = await selectTaken(ctx.db, scope, { queueId: queue.id, slots: rest });
    if (!taken.has(slotAt.getTime())) return slotAt;
    rest = rest.filter((slot) => slot > slotAt && !taken.has(slot.getTime()));
  }
  return undefined;
}

function noteOf(queue: StoredQueue, steppedOver: readonly Date[]): FullNote | null {
  const fullUntil = steppedOver.at(-1);
  if (fullUntil === undefined || steppedOver.length <= steppedOverMax) return null;
  return { queueId: queue.id, fullUntil, freedCount: queue.freed_count };
}
