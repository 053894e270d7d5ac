import type { Ctx } from '../../context.ts';
import { queueFull, requireSlots } from '../../queues/require-slots.ts';
import { findPostQueue } from '../request/place-post.ts';
import { noteFault } from './note-fault.ts';
import type { ReadyRow } from './upload-row.ts';

/** The queue of each row that wants one, and the slots that they would get now, in the order of the file. */
export async function checkQueues(ctx: Ctx, rows: readonly ReadyRow[]): Promise<void> {
  const waiting = rows.filter(({ wanted }) => wanted.mode.kind === 'queue');
  const byProfile = Map.groupBy(waiting, ({ wanted: { mode } }) => (mode.kind === 'queue' ? mode.profileId : ''));
  for (const group of byProfile.values()) await checkQueue(ctx, group);
}

async function checkQueue(ctx: Ctx, rows: readonly ReadyRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  try {
    const queue = await findPostQueue(ctx, first.wanted.mode);
    if (queue === undefined) throw new Error('a row for a queue has none');
    const slots = await requireSlots(ctx, queue, rows.length);
    for (const [at, row] of rows.entries()) {
      const dueAt = slots[at];
      if (dueAt === undefined) noteFault(row, queueFull(), 'use_queue');
      else row.wanted = { ...row.wanted, queue, dueAt };
    }
  } catch (error) {
    for (const row of rows) noteFault(row, error, 'use_queue');
  }
}
