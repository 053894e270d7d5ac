import type { NextSlot, NextSlotQuery } from '../../schemas/queue.ts';
import type { Ctx } from '../context.ts';
import { requireQueue } from './require-queue.ts';
import { requireSlots } from './require-slots.ts';

export async function nextSlot(ctx: Ctx, selected: NextSlotQuery): Promise<NextSlot> {
  const queue = await requireQueue(ctx, selected);
  const [slotAt] = await requireSlots(ctx, queue, 1);
  return {
    profileId: queue.profileId,
    nextSlot: slotAt.toISOString(),
    timezone: queue.timezone,
    queueId: queue.id,
    queueName: queue.name,
  };
}
