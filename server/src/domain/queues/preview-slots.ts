import type { PreviewQuery, SlotPreview } from '../../schemas/queue.ts';
import type { Ctx } from '../context.ts';
import { requireQueue } from './require-queue.ts';
import { requireSlots } from './require-slots.ts';

export async function previewSlots(ctx: Ctx, { count, ...selected }: PreviewQuery): Promise<SlotPreview> {
  const queue = await requireQueue(ctx, selected);
  const slots = await requireSlots(ctx, queue, count);
  return { profileId: queue.profileId, count: slots.length, slots: slots.map((slot) => slot.toISOString()) };
}
