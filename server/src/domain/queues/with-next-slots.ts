import type { Queue } from '../../schemas/queue.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { nextSlotsShown } from './limits.ts';
import { openSlots } from './open-slots.ts';
import type { StoredQueue } from './queue.ts';
import { queueView } from './queue-view.ts';

export type QueueWithNextSlots = { schedule: Queue; nextSlots: string[] };

export async function withNextSlots(ctx: Ctx | TxCtx, row: StoredQueue): Promise<QueueWithNextSlots> {
  const slots = await openSlots(ctx, row, nextSlotsShown);
  return { schedule: queueView(row), nextSlots: slots.map((slot) => slot.toISOString()) };
}
