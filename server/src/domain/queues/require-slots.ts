import { AppError } from '../../kernel/errors.ts';
import type { QueueRow } from '../../db/rows.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { openSlots } from './open-slots.ts';
import type { StoredQueue } from './queue.ts';

export async function requireSlots(ctx: Ctx | TxCtx, queue: StoredQueue, count: number): Promise<[Date, ...Date[]]> {
  requireSchedule(queue);
  const [first, ...rest] = await openSlots(ctx, queue, count);
  if (first === undefined) throw queueFull();
  return [first, ...rest];
}

export function requireSchedule({ isActive, slots }: QueueRow): void {
  if (!isActive) throw new AppError('queuePaused', 'The queue is paused: set active to true first');
  if (slots.length === 0) throw new AppError('queueEmpty', 'The queue has no slots: add some first');
}

export function queueFull(): AppError {
  return new AppError('queueFull', 'Every slot of the queue within 366 days is taken: add slots or use another queue');
}
