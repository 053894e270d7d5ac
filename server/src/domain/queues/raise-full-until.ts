import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import type { FullNote } from './queue.ts';
import { raiseFullUntilRow } from './slot-store.ts';

/**
 * Spares later claims the slots this one stepped over, so that a claim costs the same however many are taken. A
 * statement of its own, after the claim's transaction: inside, its row lock would make claims wait for each other.
 * Safe because whoever gives a slot back counts `freed_count` up in the same row: either that is seen here and nothing
 * is written, or it comes later and lowers `full_until` again. Losing this statement costs time, never a slot twice.
 */
export async function raiseFullUntil(ctx: Ctx, full: FullNote | null): Promise<void> {
  if (full !== null) await raiseFullUntilRow(ctx.db, scopeOf(ctx.caller), full);
}
