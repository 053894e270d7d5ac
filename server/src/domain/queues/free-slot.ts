import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { lowerFullUntil } from './slot-store.ts';

/**
 * Called in the transaction that takes a post out of its slot: deleted, given another time, canceled. Forgetting it
 * would leave the slot unused, never used twice.
 */
export async function freeSlot(ctx: TxCtx, freed: { queueId: string; slotAt: Date }): Promise<void> {
  await lowerFullUntil(ctx.db, scopeOf(ctx.caller), freed);
}
