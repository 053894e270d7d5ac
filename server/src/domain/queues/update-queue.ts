import { inTransaction } from '../../db/transaction.ts';
import type { UpdateQueue } from '../../schemas/queue.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import type { StoredQueue } from './queue.ts';
import { clearDefaultQueue, lockQueue, updateQueueRow } from './queue-store.ts';
import { isSameSchedule, readSchedule } from './read-schedule.ts';
import { requireQueue } from './require-queue.ts';
import { lowerFullUntil } from './slot-store.ts';
import { withNextSlots, type QueueWithNextSlots } from './with-next-slots.ts';

/** Plans before the queue is written. Passed in, because posts import queues. */
export type Reshuffle = (
  ctx: TxCtx,
  queue: StoredQueue,
) => Promise<{ count: number; apply(ctx: TxCtx): Promise<void> }>;

type UpdatedQueue = QueueWithNextSlots & { reshuffledCount: number };

export async function updateQueue(ctx: Ctx, input: UpdateQueue, reshuffle: Reshuffle): Promise<UpdatedQueue> {
  const schedule = readSchedule(input);
  return inTransaction(ctx, async (ctx) => {
    await lockOwner(ctx);
    const { id, profileId } = await requireQueue(ctx, input);
    await lockQueue(ctx.db, scopeOf(ctx.caller), id);
    const before = await requireQueue(ctx, { profileId, queueId: id });
    const isOther = !isSameSchedule(before, schedule);
    const after = {
      ...before,
      ...schedule,
      name: input.name ?? before.name,
      description: input.description ?? before.description,
      isActive: input.active ?? before.isActive,
      isDefault: before.isDefault || input.setAsDefault === true,
      fullUntil: isOther ? null : before.fullUntil,
      updatedAt: ctx.clock.now(),
    };
    const moves = isOther && input.reshuffleExisting === true ? await reshuffle(ctx, after) : undefined;
    await store(ctx, { before, after, isOther });
    await moves?.apply(ctx);
    const updated = await requireQueue(ctx, { profileId, queueId: id });
    return { ...(await withNextSlots(ctx, updated)), reshuffledCount: moves?.count ?? 0 };
  });
}

type Change = { before: StoredQueue; after: StoredQueue; isOther: boolean };

async function store(ctx: TxCtx, { before, after, isOther }: Change): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const { id } = before;
  if (after.isDefault && !before.isDefault) await clearDefaultQueue(ctx.db, scope, before.profileId);
  const { name, description, timezone, slots, isActive, isDefault, updatedAt } = after;
  const changes = { name, description, timezone, slots, isActive, isDefault, updatedAt };
  await updateQueueRow(ctx.db, scope, { id, changes });
  // `full_until` does not apply to the new slots.
  if (isOther) await lowerFullUntil(ctx.db, scope, { queueId: id, slotAt: null });
}
