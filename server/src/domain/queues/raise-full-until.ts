import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import type { FullNote } from './queue.ts';
import { raiseFullUntilRow } from './slot-store.ts';

/**
 * Lets later claims skip the slots that this one found taken, so that a claim costs the same however many are taken. Runs after
 * the claim's transaction, because its row lock would make claims wait for each other. Freeing a slot increments `freed_count`
 * in the same row: either this statement sees that and writes nothing, or the freeing lowers `full_until` afterwards. If this
 * statement is lost, claims are slower but correct.
 */
export async function raiseFullUntil(ctx: Ctx, full: FullNote | null): Promise<void> {
  if (full !== null) await raiseFullUntilRow(ctx.db, scopeOf(ctx.caller), full);
}
