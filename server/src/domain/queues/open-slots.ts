import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { slotHorizonMs, slotLeadMs } from './limits.ts';
import type { StoredQueue } from './queue.ts';
import { selectOccupied } from './slot-store.ts';
import { expandSlots } from './slots.ts';

type Page = { slots: Date[]; occupied: ReadonlySet<number> };

const firstPageSize = 32;

/** Doubles the page size, one statement each, so that a year of 2,900 slots needs seven. */
export function* slotPages(queue: StoredQueue): Generator<Date[]> {
  const slots = expandSlots(queue, slotSpan(queue));
  for (let size = firstPageSize; ; size *= 2) {
    const page = takeSome(slots, size);
    if (page.length === 0) return;
    yield page;
  }
}

export async function* readSlots(ctx: Ctx | TxCtx, queue: StoredQueue): AsyncGenerator<Page> {
  for (const slots of slotPages(queue)) {
    yield { slots, occupied: await selectOccupied(ctx.db, scopeOf(ctx.caller), { queueId: queue.id, slots }) };
  }
}

export async function openSlots(ctx: Ctx | TxCtx, queue: StoredQueue, count: number): Promise<Date[]> {
  const free: Date[] = [];
  if (!queue.isActive) return free;
  for await (const { slots, occupied } of readSlots(ctx, queue)) {
    free.push(...slots.filter((slot) => !occupied.has(slot.getTime())).slice(0, count - free.length));
    if (free.length === count) break;
  }
  return free;
}

/** Does not close the iterator, as `slots.take(count)` would. */
function takeSome(slots: Iterator<Date>, count: number): Date[] {
  const some: Date[] = [];
  while (some.length < count) {
    const next = slots.next();
    if (next.done === true) break;
    some.push(next.value);
  }
  return some;
}

/** Starts after `full_until`: all slots before it are taken. */
function slotSpan({ now, fullUntil }: StoredQueue): { from: Date; until: Date } {
  const leadMs = now.getTime() + slotLeadMs;
  const behindFullMs = fullUntil === null ? leadMs : fullUntil.getTime() + 1;
  return { from: new Date(Math.max(leadMs, behindFullMs)), until: new Date(now.getTime() + slotHorizonMs) };
}
