import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { slotHorizonMs, slotLeadMs } from './limits.ts';
import type { StoredQueue } from './queue.ts';
import { selectTaken } from './slot-store.ts';
import { expandSlots } from './slots.ts';

type Page = { slots: Date[]; taken: ReadonlySet<number> };

const firstPageSize = 32;

/**
 * The slots a queue has ahead, in order, with those of them that are taken. One statement per page, and each page is
 * twice the one before, so that a year of 2,900 slots is seven.
 */
export async function* readSlots(ctx: Ctx | TxCtx, queue: StoredQueue): AsyncGenerator<Page> {
  const slots = expandSlots(queue, slotSpan(queue));
  for (let size = firstPageSize; ; size *= 2) {
    const page = takeSome(slots, size);
    if (page.length === 0) return;
    yield { slots: page, taken: await selectTaken(ctx.db, scopeOf(ctx.caller), { queueId: queue.id, slots: page }) };
  }
}

/** The next free slots, nothing claimed; none while the queue is paused or without slots. */
export async function openSlots(ctx: Ctx | TxCtx, queue: StoredQueue, count: number): Promise<Date[]> {
  const found: Date[] = [];
  if (!queue.is_active) return found;
  for await (const { slots, taken } of readSlots(ctx, queue)) {
    found.push(...slots.filter((slot) => !taken.has(slot.getTime())).slice(0, count - found.length));
    if (found.length === count) break;
  }
  return found;
}

/** Unlike `slots.take(count)` it leaves the rest to be taken. */
function takeSome(slots: Iterator<Date>, count: number): Date[] {
  const taken: Date[] = [];
  while (taken.length < count) {
    const next = slots.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}

/** What lies before `full_until` is taken and need not be looked at. */
function slotSpan({ now, full_until: fullUntil }: StoredQueue): { from: Date; until: Date } {
  const leadMs = now.getTime() + slotLeadMs;
  const behindFullMs = fullUntil === null ? leadMs : fullUntil.getTime() + 1;
  return { from: new Date(Math.max(leadMs, behindFullMs)), until: new Date(now.getTime() + slotHorizonMs) };
}
